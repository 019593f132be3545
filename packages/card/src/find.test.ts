import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasCardNumber, replaceCardNumbers } from "./find.ts";
import { testNumbers } from "./test-numbers.ts";

const longNumbers = testNumbers.filter(({ number }) => number.length >= 13).map(({ number }) => number);

describe("P-08 card numbers are found in text", () => {
	it.each([
		["4111111111111111", "#"],
		["4111 1111 1111 1111", "#"],
		["4111 1111-1111 1111", "#"],
		["pay 3782-822463-10005 now", "pay # now"],
		["7 4111 1111 1111 1111 123", "7 # 123"],
		["a=4111111111111111&b=5555555555554444", "a=#&b=#"],
		["4111.1111.1111.1111", "#"],
	])("%s", (text, expected) => {
		expect(replaceCardNumbers(text, "#")).toBe(expected);
	});

	it.each([
		"4111111111111112",
		"41111111111111111111111",
		"INV-2026-000142",
		"1795219200000",
		"2026-11-21T04:20:10.123Z",
		"+1 416 555 0199",
		"",
	])("and nothing is found in %j", (text) => {
		expect(hasCardNumber(text)).toBe(false);
	});

	it("whichever number it is and whatever stands around it", () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...longNumbers),
				fc.stringMatching(/^[a-z ,:]{0,10}$/),
				fc.stringMatching(/^[a-z ,:]{0,10}$/),
				(number, before, after) => {
					expect(replaceCardNumbers(before + number + after, "#")).toBe(`${before}#${after}`);
				},
			),
		);
	});

	it("however it is grouped", () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...longNumbers),
				fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 20, maxLength: 20 }),
				fc.constantFrom(" ", "-", "."),
				(number, sizes, separator) => {
					const groups: string[] = [];
					for (let at = 0, index = 0; at < number.length; index++) {
						const size = sizes[index] ?? 1;
						groups.push(number.slice(at, at + size));
						at += size;
					}
					expect(hasCardNumber(groups.join(separator))).toBe(true);
				},
			),
		);
	});

	it("X-10 in time that grows with the text", () => {
		const text = "4 ".repeat(50_000);
		expect(replaceCardNumbers(text, "#")).toBe(text);
	});
});
