import { testNumbers } from "@cardseal/card";
import { describe, expect, test } from "vitest";
import type { FieldName } from "../wire/messages.ts";
import { findProblems, type Values } from "./problems.ts";

const now = Date.UTC(2026, 10, 21);
const good: Values = {
	number: "4242424242424242",
	expiry: "1231",
	securityCode: "123",
	name: "Ada",
	postalCode: "A1A 1A1",
};
const all: FieldName[] = ["number", "expiry", "securityCode", "name", "postalCode"];

const problemsOf = (values: Partial<Values>, asked = all) => findProblems({ ...good, ...values }, asked, now);

test.each(testNumbers)("$number ($brand) has no problem", ({ number, brand }) => {
	expect(problemsOf({ number, securityCode: brand === "Amex" ? "1234" : "123" })).toEqual({});
});

test("an empty form reports every field as missing, in the order of the form", () => {
	const nothing = { number: "", expiry: "", securityCode: "", name: "", postalCode: "" };

	expect(Object.entries(problemsOf(nothing))).toEqual([
		["number", "numberMissing"],
		["expiry", "expiryMissing"],
		["securityCode", "securityCodeMissing"],
		["name", "nameMissing"],
		["postalCode", "postalCodeMissing"],
	]);
});

test("a hidden field has no problem", () => {
	expect(problemsOf({ name: "", postalCode: "" }, ["number", "expiry", "securityCode"])).toEqual({});
});

describe("the number", () => {
	test.each([
		["4", "numberIncomplete"],
		["424242424242424", "numberIncomplete"],
		["4242424242424241", "numberWrong"],
		["37828224631000", "numberIncomplete"],
		["378282246310006", "numberWrong"],
		["36227206271668", "numberWrong"],
		["9999999999999995", "numberWrong"],
	])("B-02 %s is %s", (number, problem) => {
		expect(problemsOf({ number }).number).toBe(problem);
	});
});

describe("the expiry date", () => {
	test.each([
		["1", "expiryIncomplete"],
		["12", "expiryIncomplete"],
		["123", "expiryIncomplete"],
		["12203", "expiryIncomplete"],
		["13", "expiryWrong"],
		["0031", "expiryWrong"],
		["1026", "expiryPassed"],
		["102026", "expiryPassed"],
		["1249", "expiryIncomplete"],
		["1126", undefined],
		["122031", undefined],
	])("B-03 %s is %s", (expiry, problem) => {
		expect(problemsOf({ expiry }).expiry).toBe(problem);
	});
});

test.each([
	["4242424242424242", "12", "securityCodeIncomplete"],
	["4242424242424242", "1234", "securityCodeIncomplete"],
	["378282246310005", "123", "securityCodeIncomplete"],
	["378282246310005", "1234", undefined],
])("B-04 the code of %s given as %s is %s", (number, securityCode, problem) => {
	expect(problemsOf({ number, securityCode }).securityCode).toBe(problem);
});

test.each(["name", "postalCode"] as const)("P-08 a card number in the %s is refused in every format", (field) => {
	for (const written of ["4242424242424242", "Ada 4242 4242 4242 4242", "４２４２-４２４２-４２４２-４２４２"]) {
		expect(problemsOf({ [field]: written })).toEqual({ [field]: "cardNumberHere" });
	}
});

describe("a part of the card's number in another field", () => {
	const number = "4111111111111111";

	test.each(["41111111", "4111-1111", "1111 1111 1"])("P-08 is refused: %s", (text) => {
		expect(problemsOf({ number, name: text })).toEqual({ name: "cardNumberHere" });
		expect(problemsOf({ number, postalCode: text })).toEqual({ postalCode: "cardNumberHere" });
	});

	test.each(["41111", "M5V 2T6", "12345-6789"])("counts from eight digits on: %s", (text) => {
		expect(problemsOf({ number, postalCode: text })).toEqual({});
	});
});
