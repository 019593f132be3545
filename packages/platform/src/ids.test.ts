import { describe, expect, test } from "vitest";
import { isLookupId, newLookupId, parseNumericId, randomAlphanumeric } from "./ids.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const drawn = 620_000;

describe("randomAlphanumeric", () => {
	test("X-30 draws each of the 62 characters equally often", () => {
		const counts = new Map([...alphabet].map((character) => [character, 0]));
		for (const character of randomAlphanumeric(drawn)) counts.set(character, (counts.get(character) ?? 0) + 1);
		expect(counts.size).toBe(alphabet.length);
		const expected = drawn / alphabet.length;
		const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
		// 61 degrees of freedom: uniform draws exceed 160 once in 10^10 runs; a plain modulo of bytes gives about
		// 24,000.
		expect(chiSquare).toBeLessThan(160);
	});

	test.each([0, 1, 19, 20, 4097])("returns %d characters", (length) => {
		expect(randomAlphanumeric(length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`));
	});
});

describe("newLookupId", () => {
	test("X-30 has 20 characters and is never repeated", () => {
		const ids = new Set(Array.from({ length: 20_000 }, newLookupId));
		expect(ids.size).toBe(20_000);
		for (const id of ids) expect(isLookupId(id)).toBe(true);
	});

	test("X-30 shares no prefix or suffix with another id", () => {
		const ids = Array.from({ length: 1000 }, newLookupId);
		expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(1000);
		expect(new Set(ids.map((id) => id.slice(-8))).size).toBe(1000);
	});
});

describe("isLookupId", () => {
	test.each(["", "a".repeat(19), "a".repeat(21), `${"a".repeat(19)}-`, `${"a".repeat(20)}\n`, `${"a".repeat(19)}é`])(
		"rejects %j",
		(text) => {
			expect(isLookupId(text)).toBe(false);
		},
	);
});

describe("parseNumericId", () => {
	test.each([
		["1", 1],
		["100001", 100_001],
		[String(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
	])("reads %s", (text, id) => {
		expect(parseNumericId(text)).toBe(id);
	});

	test.each([
		"",
		"0",
		"01",
		"-1",
		"+1",
		"1.0",
		"1e3",
		"0x1",
		" 1",
		"1\n",
		"9007199254740993",
		"9".repeat(40),
		"１",
		"NaN",
	])("rejects %j", (text) => {
		expect(parseNumericId(text)).toBeUndefined();
	});
});
