import { inspect } from "node:util";
import { type CardFields, securityCodeLength, type TestNumber, testNumbers } from "@cardseal/card";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acceptCard, type Card, CardRefused, type Environment, securityCodeOf, textsOf } from "./card.ts";
import { digitsOf } from "./pan.ts";

const now = Date.UTC(2026, 10, 21);

function fieldsOf({ number, brand }: Pick<TestNumber, "number" | "brand">): CardFields {
	return { number, month: "08", year: "31", securityCode: "9371".slice(0, securityCodeLength(brand)) };
}

const visa = fieldsOf({ number: "4111111111111111", brand: "Visa" });

function problemsOf(fields: Record<keyof CardFields, unknown>, environment: Environment = "test", at = now) {
	try {
		acceptCard(fields, environment, at);
	} catch (error) {
		if (error instanceof CardRefused) return error.problems;
		throw error;
	}
	return [];
}

function withCheckDigit(digits: string): string {
	const sum = [...digits].reverse().reduce((total, digit, index) => {
		const weighted = Number(digit) * (index % 2 === 0 ? 2 : 1);
		return total + (weighted > 9 ? weighted - 9 : weighted);
	}, 0);
	return digits + String((10 - (sum % 10)) % 10);
}

const realNumber = fc
	.stringMatching(/^4[0-9]{14}$/)
	.map(withCheckDigit)
	.filter((number) => testNumbers.every((test) => test.number !== number));

describe("acceptCard", () => {
	test.each(testNumbers)("P-25 accepts the test number $number for a demo merchant", ({ number, brand }) => {
		const card = acceptCard(fieldsOf({ number, brand }), "test", now);
		expect(digitsOf(card.pan)).toBe(number);
		expect(card).toMatchObject({ brand, suffix: number.slice(-4), expiry: "08/31" });
	});

	test.each(testNumbers)("P-25 rejects the test number $number for a live merchant", ({ number, brand }) => {
		const [problem, ...others] = problemsOf(fieldsOf({ number, brand }), "live");
		expect(problem).toMatchObject({ field: "number", code: "test_card_at_live_merchant" });
		expect(problem?.message).toContain("test card number");
		expect(others).toEqual([]);
	});

	test("P-25 rejects every possibly real number for a demo merchant and accepts it for a live one", () => {
		fc.assert(
			fc.property(realNumber, (number) => {
				const fields = { ...visa, number };
				const [problem, ...others] = problemsOf(fields, "test");
				expect(problem?.message).toContain("published test card numbers only");
				expect(others).toEqual([]);
				expect(acceptCard(fields, "live", now).suffix).toBe(number.slice(-4));
			}),
		);
	});

	test("names every invalid field once", () => {
		const problems = problemsOf({ number: "4111111111111112", month: "13", year: "3", securityCode: "12" });
		expect(problems.map(({ field }) => field)).toEqual(["number", "month", "year", "securityCode"]);
	});

	test.each([
		["a number", 4111111111111111],
		["a big integer", 4111111111111111n],
		["a list", ["4111111111111111"]],
		["an object", { toString: () => "4111111111111111" }],
		["null", null],
		["nothing", undefined],
		["true", true],
		["spaces", " 4111111111111111"],
		["dashes", "4111-1111-1111-1111"],
		["full-width digits", "４１１１１１１１１１１１１１１１"],
		["Arabic digits", "٤١١١١١١١١١١١١١١١"],
		["a sign", "+4111111111111111"],
		["an exponent", "4e15"],
		["an empty string", ""],
	])("B-01 rejects %s in any field", (_what, value) => {
		for (const field of ["number", "month", "year", "securityCode"] as const) {
			expect(problemsOf({ ...visa, [field]: value })).toContainEqual(
				expect.objectContaining({ field, code: "not_a_numeric_string" }),
			);
		}
	});

	test("B-03 accepts a card until its month has ended in every time zone", () => {
		const ended = Date.UTC(2031, 8, 1, 12);
		expect(problemsOf(visa, "test", ended - 1)).toEqual([]);
		expect(problemsOf(visa, "test", ended)).toMatchObject([{ field: "year", code: "card_expired" }]);
	});

	test("B-04 requires four digits of security code for Amex and three for other brands", () => {
		const amex = fieldsOf({ number: "378282246310005", brand: "Amex" });
		expect(problemsOf({ ...amex, securityCode: "937" })).toMatchObject([{ field: "securityCode" }]);
		expect(problemsOf({ ...visa, securityCode: "9371" })).toMatchObject([{ field: "securityCode" }]);
	});

	test("P-06 repeats no value in a refusal", () => {
		const refused = [
			problemsOf({ number: "4111111111111112", month: "13", year: "99", securityCode: "93712" }),
			problemsOf(visa, "live"),
			problemsOf({ ...visa, number: withCheckDigit("453957876362148") }),
		];
		for (const problems of refused) {
			expect(JSON.stringify(problems)).not.toMatch(/[0-9]{5}|"13"|93712/);
		}
	});
});

describe("Card", () => {
	const card: Card = acceptCard({ ...visa, securityCode: "937" }, "test", now);

	test.each([
		["a template", () => `${card} ${String(card)}`],
		["JSON", () => JSON.stringify({ card })],
		["inspect", () => inspect({ card }, { depth: null })],
		["inspect past its own method", () => inspect(card, { customInspect: false, showHidden: true, depth: null })],
		["an error's cause", () => inspect(new Error("declined", { cause: { card } }), { depth: null })],
		["a spread copy", () => inspect({ ...card }, { depth: null })],
		["a structured clone", () => inspect(structuredClone(card), { depth: null })],
	])("P-02 shows neither its number nor its security code in %s", (_where, render) => {
		expect(render()).not.toMatch(/[0-9]{5}|937/);
	});

	test("shows the parts that may be stored", () => {
		expect(JSON.parse(JSON.stringify(card))).toEqual({ brand: "Visa", suffix: "1111", expiry: "08/31" });
		expect(inspect(card)).toBe("Visa •••• 1111 08/31");
	});

	test("gives its security code only to securityCodeOf", () => {
		expect(securityCodeOf(card)).toBe("937");
		expect(() => securityCodeOf({ ...card } as unknown as Card)).toThrow(TypeError);
	});
});

describe("B-01 the texts of card fields in JSON", () => {
	const numberOf = (number: unknown) => textsOf({ ...visa, number }).number;
	const codeOf = (securityCode: unknown) => textsOf({ ...visa, securityCode }).securityCode;

	test("an integer that has lost no digit becomes its digits", () => {
		expect([4111111111111111, 378282246310005, 100_000_000_000].map(numberOf)).toEqual([
			"4111111111111111",
			"378282246310005",
			"100000000000",
		]);
		expect([100, 937, 9_999].map(codeOf)).toEqual(["100", "937", "9999"]);
	});

	test("single spaces between the digits of a number are left out", () => {
		expect(["4111 1111 1111 1111", "3782 822463 10005"].map(numberOf)).toEqual(["4111111111111111", "378282246310005"]);
	});

	test.each([
		99_999_999_999,
		2 ** 53,
		4.5,
		-4111111111111111,
		Number.NaN,
		" 4111",
		"4111  1111",
		"4111-1111",
		null,
		[4111],
	])("any other number stays as it is, to be refused: %j", (value) => {
		expect(numberOf(value)).toBe(value);
	});

	test.each([0, 12, 10_000, 937.5, -937, "9 37", "937", null])("any other code stays as it is: %j", (value) => {
		expect(codeOf(value)).toBe(value);
	});
});
