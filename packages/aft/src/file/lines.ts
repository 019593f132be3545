import { CorruptFile } from "./corrupt-file.ts";
import { recordSize } from "./layout.ts";

export interface Line {
	/** Counted from 1. */
	number: number;
	/** Without its line end, one character per byte; cut if it is longer than a record. */
	text: string;
}

const lineFeed = 10;
const carriageReturn = 13;

/** Enough characters to detect a line that is too long. */
const longestText = recordSize + 2;

/**
 * Yields the lines of a file. All end with CR LF or all with LF, as the first one does; the last may have no end. Bytes beyond
 * ASCII become characters that no record may contain.
 *
 * @throws CorruptFile for a line that ends differently from the first
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
