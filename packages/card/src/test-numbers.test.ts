import { expect, test } from "vitest";
import { brandOf } from "./brand.ts";
import { isCardNumber } from "./number.ts";
import { isTestNumber, testNumbers } from "./test-numbers.ts";

test("B-07 every test number is a card number of the brand it is listed under", () => {
	for (const { number, brand } of testNumbers) {
		expect([number, isCardNumber(number), brandOf(number)]).toEqual([number, true, brand]);
	}
});

test("every brand has a test number", () => {
	const brands = ["Visa", "Mastercard", "Amex", "Discover", "Diners", "JCB", "UnionPay", "Maestro"];
	expect([...new Set(testNumbers.map(({ brand }) => brand))].sort()).toEqual(brands.sort());
});

test("no number is listed twice, so each has one behaviour", () => {
	expect(new Set(testNumbers.map(({ number }) => number)).size).toBe(testNumbers.length);
});

test("a listed number is a test number, and its neighbour with a right check digit is not", () => {
	expect(isTestNumber("4242424242424242")).toBe(true);
	expect(isCardNumber("4242424242424259")).toBe(true);
	expect(isTestNumber("4242424242424259")).toBe(false);
});
