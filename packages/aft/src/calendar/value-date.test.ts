import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { genericBank, rbcLike } from "../profile.ts";
import { isBusinessDay } from "./calendar.ts";
import { bankDate, fileDate, nextValueDate, startOfBankDate } from "./value-date.ts";

const at = (time: string) => Date.parse(time);

describe("the cut-off, 17:00 in Toronto", () => {
	test.each([
		["2026-11-19T21:59:59.999Z", "2026-11-19", "a millisecond before it"],
		["2026-11-19T22:00:00Z", "2026-11-20", "at it"],
		["2026-07-16T20:59:00Z", "2026-07-16", "a minute before it in summer time"],
		["2026-07-16T21:00:00Z", "2026-07-17", "at it in summer time"],
		["2026-11-20T03:30:00Z", "2026-11-20", "late in the evening, when it is tomorrow in UTC"],
		["2026-11-21T15:00:00Z", "2026-11-23", "on a Saturday"],
		["2026-12-24T22:30:00Z", "2026-12-29", "after it on the day before Christmas"],
	])("a file at %s is processed on %s (%s)", (time, date) => {
		expect(fileDate(at(time), rbcLike)).toBe(date);
	});

	test("the cut-off is in the bank's own time zone", () => {
		const inWinnipeg = { ...rbcLike, cutOff: { ...rbcLike.cutOff, time: "12:30", timeZone: "America/Winnipeg" } };
		expect(fileDate(at("2026-11-19T18:29:00Z"), inWinnipeg)).toBe("2026-11-19");
		expect(fileDate(at("2026-11-19T18:30:00Z"), inWinnipeg)).toBe("2026-11-20");
	});
});

test.each([
	["2026-11-21T04:59:00Z", "2026-11-20"],
	["2026-11-21T05:00:00Z", "2026-11-21"],
	["2026-07-16T04:00:00Z", "2026-07-16"],
])("at %s it is %s at the bank, business day or not", (time, date) => {
	expect(bankDate(at(time), rbcLike)).toBe(date);
});

test.each([
	["2026-11-21", "2026-11-21T05:00:00Z"],
	["2026-07-16", "2026-07-16T04:00:00Z"],
])("%s begins at %s at the bank", (date, time) => {
	expect(startOfBankDate(date, rbcLike)).toBe(at(time));
});

describe("the next value date", () => {
	test.each([
		["2026-11-19T15:00:00Z", "2026-11-20"],
		["2026-11-19T23:00:00Z", "2026-11-23"],
		["2026-11-20T15:00:00Z", "2026-11-23"],
		["2026-11-22T15:00:00Z", "2026-11-24"],
		["2026-09-29T15:00:00Z", "2026-10-01"],
		["2026-12-24T15:00:00Z", "2026-12-29"],
		["2026-12-24T23:00:00Z", "2026-12-30"],
	])("the next value date of a file at %s is %s", (time, date) => {
		expect(nextValueDate(at(time), genericBank)).toBe(date);
	});

	test("the next value date is as many business days later as the bank needs", () => {
		const slow = { ...genericBank, cutOff: { ...genericBank.cutOff, leadBusinessDays: 2 } };
		expect(nextValueDate(at("2026-11-19T15:00:00Z"), slow)).toBe("2026-11-23");
	});

	test("the next value date is one business day after processing, and never earlier for a later file", () => {
		const someTime = fc.integer({ min: at("2021-01-01T00:00:00Z"), max: at("2060-01-01T00:00:00Z") });
		const later = fc.integer({ min: 0, max: 10 * 86_400_000 });
		fc.assert(
			fc.property(someTime, later, (time, wait) => {
				const date = nextValueDate(time, genericBank);
				expect(isBusinessDay(date, genericBank.provincialHolidays)).toBe(true);
				expect(date > fileDate(time, genericBank)).toBe(true);
				expect(nextValueDate(time + wait, genericBank) >= date).toBe(true);
			}),
			{ numRuns: 100 },
		);
	});
});
