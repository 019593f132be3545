import fc from "fast-check";
import { expect, test } from "vitest";
import { isCardNumber, passesLuhn } from "./number.ts";

const payload = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 11, maxLength: 18 });

/** A number with its check digit, found by trying all ten. */
const checked = payload.map((start) => {
	const passing = Array.from({ length: 10 }, (_, digit) => start + digit).filter(passesLuhn);
	expect(passing).toHaveLength(1);
	return passing.join();
});

test("B-02 the example of ISO/IEC 7812-1 annex B passes", () => {
	expect(passesLuhn("49927398716")).toBe(true);
});

test("B-02 a changed digit never passes", () => {
	fc.assert(
		fc.property(checked, fc.nat(18), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
			fc.pre(at < number.length);
			const changed = (Number(number[at]) + by) % 10;
			expect(passesLuhn(number.slice(0, at) + changed + number.slice(at + 1))).toBe(false);
		}),
		{ numRuns: 2_000 },
	);
});

test("B-02 two swapped neighbours never pass, except 09 and 90", () => {
	fc.assert(
		fc.property(checked, fc.nat(17), (number, at) => {
			fc.pre(at + 1 < number.length);
			const pair = number.slice(at, at + 2);
			fc.pre(pair[0] !== pair[1]);
			const swapped = `${number.slice(0, at)}${pair[1]}${pair[0]}${number.slice(at + 2)}`;
			expect(passesLuhn(swapped)).toBe(pair === "09" || pair === "90");
		}),
		{ numRuns: 2_000 },
	);
});

test("a number is refused for its check digit, its length and its brand", () => {
	expect(isCardNumber("4242424242424242")).toBe(true);
	expect(isCardNumber("4242424242424241")).toBe(false);
	expect(passesLuhn("42424242424242")).toBe(true);
	expect(isCardNumber("42424242424242")).toBe(false);
	expect(passesLuhn("2200000000000004")).toBe(true);
	expect(isCardNumber("2200000000000004")).toBe(false);
});
