import { recordSize } from "./layout.ts";

export interface Line {
	/** Counts from 1. */
	number: number;
	/** One character per byte, without line end and final blanks. */
	text: string;
}

const [lineFeed, carriageReturn, controlZ, blank] = [10, 13, 26, 32];
const byteOrderMark = [0xef, 0xbb, 0xbf];

const longestText = recordSize + 2;

/**
 * Accepts CR LF, LF or CR, other numbers of blanks, a byte order mark and Ctrl-Z. Without line ends, cuts into records.
 *
 * @param routingLineSize characters before the first record of such a file
 */
export function* linesOf(bytes: Uint8Array, routingLineSize: (text: string) => number = () => 0): Generator<Line> {
	const decoder = new TextDecoder("latin1");
	const start = byteOrderMark.every((byte, index) => bytes[index] === byte) ? byteOrderMark.length : 0;
	const end = endWithout([lineFeed, carriageReturn, controlZ, blank], bytes, start, bytes.length);
	const textOf = (from: number, to: number) => {
		const textEnd = endWithout([blank], bytes, from, to);
		return decoder.decode(bytes.subarray(from, Math.min(textEnd, from + longestText)));
	};
	if (lineEndFrom(bytes, start, end) === end) {
		const routed = routingLineSize(textOf(start, end));
		if (routed > 0) yield { number: 1, text: textOf(start, start + routed) };
		let number = routed > 0 ? 2 : 1;
		for (let from = start + routed; from < end; from += recordSize, number += 1) {
			yield { number, text: textOf(from, Math.min(from + recordSize, end)) };
		}
		return;
	}
	for (let [from, number] = [start, 1]; from < end; number += 1) {
		const lineEnd = lineEndFrom(bytes, from, end);
		const text = textOf(from, lineEnd);
		if (text !== "") yield { number, text };
		const isPair = bytes[lineEnd] === carriageReturn && bytes[lineEnd + 1] === lineFeed;
		from = lineEnd + (isPair ? 2 : 1);
	}
}

function lineEndFrom(bytes: Uint8Array, from: number, end: number): number {
	let at = from;
	while (at < end && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at += 1;
	return at;
}

function endWithout(without: readonly number[], bytes: Uint8Array, from: number, to: number): number {
	let end = to;
	while (end > from && without.includes(bytes[end - 1] ?? 0)) end -= 1;
	return end;
}
