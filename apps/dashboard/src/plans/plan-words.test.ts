import { describe, expect, test } from "vitest";
import * as en from "../locale/en/index.ts";
import { createFormats } from "../locale/formats.ts";
import * as fr from "../locale/fr/index.ts";
import { daysToSend, feeToSend, priceOf } from "./plan-words.ts";

const price = { amount: 31, currency: "CAD", frequency: "MOTHLY" };

test("a price names the quantity unless it is one", () => {
	const inEnglish = { words: en, formats: createFormats("en-CA", "UTC") };
	expect(priceOf(inEnglish, { ...price, quantity: 1 })).toBe("$31.00 CAD a month");
	expect(priceOf(inEnglish, { ...price, quantity: 1_200 })).toBe("1,200 × $31.00 CAD a month");
	const inFrench = { words: fr, formats: createFormats("fr-CA", "UTC") };
	expect(priceOf(inFrench, { ...price, quantity: 3 })).toMatch(/^3 × 31,00\s\$ CAD par mois$/);
});

describe("typed terms", () => {
	test.each([
		["", "0"],
		["25", "25.00"],
		["25,5", "25.50"],
		["0", "0"],
		["free", "free"],
	])("the fee %j is sent as %j", (typed, sent) => {
		expect(Number(feeToSend(typed))).toBe(Number(sent));
	});

	test.each([
		["", 0],
		["14", 14],
		["1.5", 1.5],
		["two", -1],
	])("the days %j are sent as %d", (typed, sent) => {
		expect(daysToSend(typed)).toBe(sent);
	});
});
