import { CorruptFile } from "./corrupt-file.ts";

export interface Line {
	/** From 1. */
	number: number;
	/** Without its end; one character for each byte. */
	text: string;
}

const lineFeed = 10;
const carriageReturn = 13;

/**
 * The lines of a file, one after the other, whether they end with CR LF or LF: as the first one does. The last may have no
 * end. A file in another encoding than ASCII has its bytes as characters that no record may hold.
 *
 * @throws CorruptFile where a line ends otherwise than the first
 */
export function* linesOf(bytes: Uint8Array): Generator<Line> {
	const decoder = new TextDecoder("latin1");
	const firstEnd = bytes.indexOf(lineFeed);
	const hasReturns = firstEnd > 0 && bytes[firstEnd - 1] === carriageReturn;
	let start = 0;
	for (let number = 1; start < bytes.length; number += 1) {
		const lineEnd = bytes.indexOf(lineFeed, start);
		const isLast = lineEnd === -1;
		const text = decoder.decode(bytes.subarray(start, isLast ? bytes.length : lineEnd));
		if (hasReturns && !isLast && !text.endsWith("\r")) {
			throw new CorruptFile(number, text.length + 1, "CR LF at the end of the line");
		}
		yield { number, text: hasReturns && !isLast ? text.slice(0, -1) : text };
		start = isLast ? bytes.length : lineEnd + 1;
	}
}
