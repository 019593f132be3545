import { describe, expect, test } from "vitest";
import { amountSchema, dollars, maximumCents, parseCents } from "./money.ts";

/** Returns the first amount of cents that fails. A loop, since `expect` is too slow for millions. */
function firstWrong(upTo: number, isRight: (cents: number) => boolean, step = 1): number | undefined {
	for (let cents = 1; cents <= upTo; cents += step) if (!isRight(cents)) return cents;
	return undefined;
}

describe("parseCents", () => {
	test("X-19 round-trips every amount up to 10,000 dollars, and every 101st up to the largest", () => {
		const comesBack = (cents: number) => parseCents(dollars(cents)) === cents;
		expect(firstWrong(1_000_000, comesBack)).toBeUndefined();
		expect(firstWrong(maximumCents, comesBack, 101)).toBeUndefined();
	});

	test("X-19 reads every amount up to 10,000 dollars in JSON, as a number or a string", () => {
		const written = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
		expect(firstWrong(1_000_000, (cents) => parseCents(written(cents)) === cents)).toBeUndefined();
		expect(firstWrong(1_000_000, (cents) => parseCents(JSON.parse(written(cents))) === cents)).toBeUndefined();
	});

	test.each([
		[8.2, 820],
		[4.35, 435],
		[1.15, 115],
		[10.99, 1099],
		[0.01, 1],
		[0.1, 10],
		[1e2, 10_000],
		[999_999.99, maximumCents],
		["10", 1000],
		["10.9", 1090],
		["10.99", 1099],
		["0.50", 50],
	])("X-19 reads %j as %d cents", (amount, cents) => {
		expect(parseCents(amount)).toBe(cents);
	});

	test.each([
		["zero", 0],
		["negative zero", -0],
		["zero in text", "0"],
		["zero with decimals", "0.00"],
		["a negative amount", -1],
		["a negative amount in text", "-1.00"],
		["no number at all", Number.NaN],
		["infinity, which 1e400 is read as", JSON.parse("1e400")],
		["three decimals", 10.999],
		["a third decimal of a double", 1.005],
		["three decimals in text", "10.990"],
		["a cent more than the maximum", 1_000_000],
		["a fraction beyond the maximum", 999_999.995],
		["1e16", 1e16],
		["1e21, which is written with an exponent", 1e21],
		["a tenth of a cent", 1e-7],
		["an exponent in text", "1e2"],
		["hexadecimal", "0x10"],
		["a plus sign", "+10"],
		["leading zeros", "010"],
		["white space", " 10"],
		["a line break", "10\n"],
		["a decimal comma", "10,99"],
		["thousands separators", "1,000"],
		["a dollar sign", "$10"],
		["a point without decimals", "10."],
		["a point without dollars", ".50"],
		["full-width digits", "１０"],
		["an empty string", ""],
		["true", true],
		["null", null],
		["nothing", undefined],
		["a list", [10]],
		["an object", { valueOf: () => 10 }],
		["a big integer", 10n],
	])("X-20 rejects %s", (_what, amount) => {
		expect(parseCents(amount)).toBeUndefined();
	});
});

describe("amountSchema", () => {
	test("converts dollars to cents", () => {
		expect(amountSchema.parse(10.99)).toBe(1099);
		expect(amountSchema.parse("10.99")).toBe(1099);
	});

	test.each([[0], [10.999], ["ten"], [true], [null], [[10]], [{}]])("X-20 rejects %j with advice", (amount) => {
		const { error } = amountSchema.safeParse(amount);
		expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining("0.01 to 999999.99")]);
	});
});
