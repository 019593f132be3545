import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf, exampleFile, returnedText } from "../../test-support/example-file.ts";
import { someFile } from "../../test-support/random-files.ts";
import { genericBank, rbcLike } from "../profile.ts";
import { CorruptFile } from "./corrupt-file.ts";
import type { ReceivedFile } from "./file.ts";
import { recordSize, segmentSize } from "./layout.ts";
import { readAftFile } from "./read.ts";
import { writeAftFile } from "./write.ts";

/** Digits, letters, a blank, line ends, a punctuation mark, and a byte beyond ASCII. */
const substitutes = [..."05AZ \r\n$"].map((character) => character.charCodeAt(0)).concat(0x00, 0xe9);

/** The fields that no total covers: another valid value goes unnoticed. */
const uncovered = [
	"header.creationDate",
	"header.dataCentre",
	"item.transactionCode",
	"item.valueDate",
	"item.account",
	"item.name",
	"item.originatorShortName",
	"item.originatorLongName",
	"item.userId",
	"item.crossReference",
	"item.returnAccount",
	"item.sundry",
	"item.settlementCode",
	// The fields that the bank adds to a returned item.
	"item.itemTrace",
	"item.storedTransactionCode",
	"item.storedItemTrace",
	"item.invalidElements",
];

/** Returns all values of a file by name, but no line numbers: `header.currency`, `items[0].name`. */
function saying({ header, items, totals, routingLine }: ReceivedFile): Map<string, string> {
	const named = (name: string, value: object) =>
		Object.entries(value).map(([key, part]): [string, string] => [`${name}.${key}`, JSON.stringify(part) ?? ""]);
	const ofItems = items.flatMap(({ line: _moved, ...item }, index) => named(`items[${index}]`, item));
	return new Map([
		...named("header", header),
		...named("totals", totals),
		...named("file", { routingLine }),
		...ofItems,
	]);
}

/** Returns the names of all values that differ between two files, without the items' numbers. */
function differences(one: ReceivedFile, other: ReceivedFile): string[] {
	const [ours, theirs] = [saying(one), saying(other)];
	const names = new Set([...ours.keys(), ...theirs.keys()]);
	const differing = [...names].filter((name) => ours.get(name) !== theirs.get(name));
	return differing.map((name) => name.replace(/^items\[\d+\]/, "item"));
}

/** Returns the effect of the change, and whether it is as promised. */
function outcome(bytes: Uint8Array, original: ReceivedFile): "refused" | "same" | "uncovered" {
	try {
		const found = differences(original, readAftFile(bytes));
		if (found.length === 0) return "same";
		expect(found).toHaveLength(1);
		expect(uncovered).toContain(found[0]);
		return "uncovered";
	} catch (error) {
		if (!(error instanceof CorruptFile)) throw error;
		return "refused";
	}
}

test("a file with one changed byte is refused, reads the same, or differs in one field that no total covers", () => {
	const byte = fc.integer({ min: 0, max: 255 });
	const change = fc.tuple(someFile(9), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), byte);
	fc.assert(
		fc.property(change, ([{ profile, file }, at, value]) => {
			const bytes = writeAftFile(file, profile);
			const original = readAftFile(bytes);
			bytes[Math.floor(at * bytes.length)] = value;
			outcome(bytes, original);
		}),
		{ numRuns: 150 },
	);
});

test("a changed byte has no other effect anywhere in a file with a routing line", () => {
	const bytes = writeAftFile(exampleFile({}), rbcLike);
	const outcomes = changeEach(bytes, 0, bytes.length);
	const mayPass = segmentSize + ["creationDate", "dataCentre", "communicationArea"].length * 20;
	expect(outcomes.refused + outcomes.same).toBeGreaterThan(bytes.length - mayPass);
	expect(outcomes.uncovered).toBeGreaterThan(0);
});

test("a changed byte has no other effect anywhere in a returned item", () => {
	const bytes = bytesOf(returnedText());
	const segment = recordSize + 1 + 24;
	expect(changeEach(bytes, segment, segment + segmentSize).uncovered).toBeGreaterThan(0);
});

/** Changes each byte of a range and restores it; counts the effects. */
function changeEach(bytes: Uint8Array, from: number, to: number) {
	const original = readAftFile(bytes);
	const outcomes = { refused: 0, same: 0, uncovered: 0 };
	for (let at = from; at < to; at += 1) {
		const right = bytes[at] ?? 0;
		const others = substitutes.filter((value) => value !== right);
		bytes[at] = others[at % others.length] ?? 0;
		outcomes[outcome(bytes, original)] += 1;
		bytes[at] = right;
	}
	return outcomes;
}

test("a changed byte is refused in amounts, counts, totals, the file's ids, fillers and line ends", () => {
	const bytes = writeAftFile(exampleFile({}), genericBank);
	const original = readAftFile(bytes);
	const lineSize = recordSize + 1;
	const covered = [
		[0, 24],
		[58, lineSize + 24],
		[lineSize + 27, lineSize + 37],
		[lineSize + 24 + segmentSize, 3 * lineSize - 1],
	] as const;
	for (const [from, to] of covered) {
		for (let at = from; at < to; at += 1) {
			const right = bytes[at] ?? 0;
			bytes[at] = right === 0x37 ? 0x38 : 0x37;
			expect(outcome(bytes, original), `byte ${at}`).toBe("refused");
			bytes[at] = right;
		}
	}
});
