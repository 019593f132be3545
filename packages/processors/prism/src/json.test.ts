import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at, avsOfLetter, centsOfDollars, cvvOfLetter } from "./json.ts";

describe("somebody else's JSON", () => {
	test("amounts in dollars become whole cents, and back", () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 99_999_999_99 }), (cents) => {
				expect(centsOfDollars((cents / 100).toFixed(2))).toBe(cents);
				expect(centsOfDollars(String(cents / 100))).toBe(cents);
			}),
		);
	});

	test.each(["", "-1", "1.234", "1e3", "NaN", "12,34"])("%j is no amount", (text) => {
		expect(centsOfDollars(text)).toBeUndefined();
	});

	test("a path that does not exist leads to nothing", () => {
		fc.assert(fc.property(fc.jsonValue(), fc.string(), (value, key) => void at(value, key, key, 0)));
		expect(at({ a: [{ b: 1 }] }, "a", 0, "b")).toBe(1);
	});

	test("letters of networks become results; others say that nothing was compared", () => {
		expect([avsOfLetter("Y"), avsOfLetter("Z"), avsOfLetter("N"), avsOfLetter("U"), avsOfLetter(undefined)]).toEqual([
			"MATCH",
			"PARTIAL",
			"NO_MATCH",
			"NOT_CHECKED",
			undefined,
		]);
		expect([cvvOfLetter("M"), cvvOfLetter("N"), cvvOfLetter("P")]).toEqual(["MATCH", "NO_MATCH", "NOT_CHECKED"]);
	});
});
