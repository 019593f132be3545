import { describe, expect, test } from "vitest";
import { createFormats } from "../locale/formats.ts";
import { amountBoundToSend, amountToSend, centsOf, decimalOf, parseAmount } from "./amount.ts";

describe("an amount as it is typed", () => {
	test.each([
		["31", 3100],
		["31.5", 3150],
		["31,05", 3105],
		[" 0.01 ", 1],
		["999999.99", 99_999_999],
		["1 000", 100_000],
		["10\u00a0000,50", 1_000_050],
	])("%s is %i cents", (text, cents) => {
		expect(parseAmount(text)).toBe(cents);
	});

	test.each(["", "0", "0.00", "-5", "1.005", "1 00", "1 000 000", "1,000.00", "1000000", "31 CAD", "1e3", "٣١"])(
		"%s is no amount that the gateway would take",
		(text) => {
			expect(parseAmount(text)).toBeUndefined();
		},
	);

	test.each(["en-CA", "fr-CA"])("is read back from a field in %s", (locale) => {
		const { typedAmount } = createFormats(locale, "America/Toronto");
		for (const dollars of [0.01, 25_000, 999_999.99])
			expect(parseAmount(typedAmount(dollars))).toBe(Math.round(dollars * 100));
	});

	test("comes back as the text that the gateway reads exactly", () => {
		for (const cents of [1, 9, 10, 99, 100, 105, 3100, 99_999_999]) expect(parseAmount(decimalOf(cents))).toBe(cents);
	});
});

describe("an amount that is sent", () => {
	test.each([
		["31", "31.00"],
		["31,5", "31.50"],
		[" 0.01 ", "0.01"],
	])("%s goes as %s", (text, sent) => {
		expect(amountToSend(text)).toBe(sent);
	});

	test.each(["", "0", "1,000.00", "31 CAD"])(
		"%j goes as it was typed, for the gateway to say what is wrong",
		(text) => {
			expect(amountToSend(text)).toBe(text);
		},
	);
});

test.each([
	["12,5", "12.50"],
	["0", "0.00"],
	["abc", undefined],
	["-1", undefined],
])("%s bounds a list at %s", (text, bound) => {
	expect(amountBoundToSend(text)).toBe(bound);
});

test("dollars of a record are whole cents, whatever binary fractions make of them", () => {
	expect(centsOf(0.1 + 0.2)).toBe(30);
	expect(centsOf(1.005 * 100)).toBe(10_050);
	expect(centsOf(999_999.99)).toBe(99_999_999);
});
