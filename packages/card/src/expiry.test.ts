import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expiresAt, isExpired, isTooFarAhead } from "./expiry.ts";

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** The time zone where the day ends last, UTC-12 (POSIX names have the opposite sign). */
const lastZone = new Intl.DateTimeFormat("sv-SE", { timeZone: "Etc/GMT+12", dateStyle: "short", timeStyle: "medium" });

describe("B-03 a card is valid to the end of its month everywhere on earth", () => {
	test("that is until noon UTC on the first of the next month", () => {
		expect(isExpired("02", "28", Date.UTC(2028, 2, 1, 11, 59, 59, 999))).toBe(false);
		expect(isExpired("02", "28", Date.UTC(2028, 2, 1, 12))).toBe(true);
	});

	test("in December until noon UTC on 1 January", () => {
		expect(isExpired("12", "26", Date.UTC(2026, 11, 31, 23, 59, 59, 999))).toBe(false);
		expect(isExpired("12", "26", Date.UTC(2027, 0, 1, 11, 59, 59, 999))).toBe(false);
		expect(isExpired("12", "26", Date.UTC(2027, 0, 1, 12))).toBe(true);
	});

	test("for every month of the century, by the clock of UTC-12", () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 99 }), (month, year) => {
				const end = expiresAt(twoDigits(month), twoDigits(year));
				const thisMonth = `20${twoDigits(year)}-${twoDigits(month)}`;
				const nextMonth = month === 12 ? `${2001 + year}-01` : `20${twoDigits(year)}-${twoDigits(month + 1)}`;
				expect(lastZone.format(end - 1)).toMatch(new RegExp(`^${thisMonth}-\\d\\d 23:59:59$`));
				expect(lastZone.format(end)).toBe(`${nextMonth}-01 00:00:00`);
			}),
		);
	});
});

test("B-03 a year more than twenty years ahead is a typing error", () => {
	const now = Date.UTC(2026, 10, 21);
	expect(["26", "46", "05"].map((year) => isTooFarAhead(year, now))).toEqual([false, false, false]);
	expect(["47", "99"].map((year) => isTooFarAhead(year, now))).toEqual([true, true]);
});
