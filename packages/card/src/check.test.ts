import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CardFields, checkCard } from "./check.ts";
import { testNumbers } from "./test-numbers.ts";

const now = Date.UTC(2026, 10, 21);
const good: CardFields = { number: "4242424242424242", month: "11", year: "26", securityCode: "123" };
const fields = ["number", "month", "year", "securityCode"] as const;

const codes = (card: Record<keyof CardFields, unknown>) =>
	checkCard(card, now).map(({ field, code }) => `${field}: ${code}`);

test("a correct card has no problems", () => {
	expect(checkCard(good, now)).toEqual([]);
});

test.each(testNumbers)("the published number $number ($brand) is accepted", ({ number, brand }) => {
	expect(codes({ ...good, number, securityCode: brand === "Amex" ? "1234" : "123" })).toEqual([]);
});

describe("B-01 a field is a primitive string of ASCII digits", () => {
	const impostors: [string, unknown][] = [
		["a number", 4242424242424242],
		["a big integer", 4242424242424242n],
		["an object", { toString: () => "4242424242424242" }],
		["an array", ["4242424242424242"]],
		["a boxed string", new String("4242424242424242")],
		["null", null],
		["undefined", undefined],
		["true", true],
		["nothing", ""],
		["a space before", " 4242424242424242"],
		["a line break after", "4242424242424242\n"],
		["spaces", "4242 4242 4242 4242"],
		["dashes", "4242-4242-4242-4242"],
		["a sign", "+4242424242424242"],
		["an exponent", "4e15"],
		["full-width digits", "４２４２４２４２４２４２４２４２"],
		["Arabic digits", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢"],
		["a superscript digit", "424242424242424²"],
		["letters", "four"],
	];

	test.each(impostors)("%s is refused in every field", (_, value) => {
		for (const field of fields) {
			expect(codes({ ...good, [field]: value })).toEqual([`${field}: not_a_numeric_string`]);
		}
	});

	test("each field is read once, so an object cannot return one value and then another", () => {
		const reads: string[] = [];
		const watched = new Proxy(good, {
			get: (card, field: keyof CardFields) => {
				reads.push(field);
				return card[field];
			},
		});
		checkCard(watched, now);
		expect(reads).toEqual([...fields]);
	});
});

test.each([
	["number", "4242424242424241", "invalid_number"],
	["number", "42424242424242", "invalid_number"],
	["number", "0000000000000000", "invalid_number"],
	["month", "00", "invalid_month"],
	["month", "13", "invalid_month"],
	["month", "1", "invalid_month"],
	["month", "011", "invalid_month"],
	["year", "6", "invalid_year"],
	["year", "2026", "invalid_year"],
	["year", "47", "invalid_year"],
	["year", "25", "card_expired"],
	["securityCode", "12", "invalid_security_code"],
	["securityCode", "1234", "invalid_security_code"],
])("%s %s is %s", (field, value, code) => {
	expect(codes({ ...good, [field]: value })).toEqual([`${field}: ${code}`]);
});

test("B-03 a card is refused once its month has ended everywhere", () => {
	expect(checkCard(good, Date.UTC(2026, 11, 1, 11, 59, 59, 999))).toEqual([]);
	expect(checkCard(good, Date.UTC(2026, 11, 1, 12))).toMatchObject([{ field: "year", code: "card_expired" }]);
});

test("B-03 a past year is not called expired while the month is invalid", () => {
	expect(codes({ ...good, month: "13", year: "20" })).toEqual(["month: invalid_month"]);
});

test("B-04 Amex has a code of four digits, every other brand one of three", () => {
	const amex = { ...good, number: "378282246310005" };
	expect(codes({ ...amex, securityCode: "1234" })).toEqual([]);
	expect(codes({ ...amex, securityCode: "123" })).toEqual(["securityCode: invalid_security_code"]);
});

test("B-04 a code of three or four digits is accepted for a number of an unknown brand", () => {
	for (const securityCode of ["123", "1234"]) {
		expect(codes({ ...good, number: "9999", securityCode })).toEqual(["number: invalid_number"]);
	}
	expect(codes({ ...good, number: "9999", securityCode: "12345" })).toEqual([
		"number: invalid_number",
		"securityCode: invalid_security_code",
	]);
});

test("all fields are reported together, in the order of the form", () => {
	expect(codes({ number: "1", month: "99", year: "99", securityCode: "1" })).toEqual([
		"number: invalid_number",
		"month: invalid_month",
		"year: invalid_year",
		"securityCode: invalid_security_code",
	]);
});

test("a message never repeats the input", () => {
	const typed = fc.stringMatching(/^[0-9]{3,25}[ x]?$/);
	const card = fc.record({ number: typed, month: typed, year: typed, securityCode: typed });
	fc.assert(
		fc.property(card, (fields) => {
			for (const { field, message } of checkCard(fields, now)) expect(message).not.toContain(fields[field]);
		}),
	);
});
