import { CorruptFile } from "./corrupt-file.ts";
import { recordSize } from "./layout.ts";

export interface Line {
	/** From 1. */
	number: number;
	/** Without its end; one character for each byte, and of a line that is too long for a record only its beginning. */
	text: string;
}

const lineFeed = 10;
const carriageReturn = 13;

/** Enough to tell that a line is too long, whatever its end. */
const longestText = recordSize + 2;

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
		if (hasReturns && !isLast && bytes[lineEnd - 1] !== carriageReturn) {
			throw new CorruptFile(number, lineEnd - start + 1, "CR LF at the end of the line");
		}
		const end = isLast ? bytes.length : lineEnd - (hasReturns ? 1 : 0);
		yield { number, text: decoder.decode(bytes.subarray(start, Math.min(end, start + longestText))) };
		start = isLast ? bytes.length : lineEnd + 1;
	}
}
