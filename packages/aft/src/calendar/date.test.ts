import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, daysBetween, fromOrdinalDate, isDate, toOrdinalDate } from "./date.ts";

const someDate = fc.integer({ min: 0, max: 36_524 }).map((days) => addDays("2000-01-01", days));

test.each([
	["2026-01-01", "026001"],
	["2026-11-21", "026325"],
	["2026-12-31", "026365"],
	["2028-02-29", "028060"],
	["2028-12-31", "028366"],
	["2000-03-01", "000061"],
	["2099-12-31", "099365"],
])("%s is %s in a file", (date, ordinal) => {
	expect(toOrdinalDate(date)).toBe(ordinal);
	expect(fromOrdinalDate(ordinal)).toBe(date);
});

test.each(["026000", "026366", "028367", "126001", "26001", "0260010", "02600A", ""])(
	"%j is not a day in a file",
	(text) => {
		expect(fromOrdinalDate(text)).toBeUndefined();
	},
);

test("every day of the century survives a round trip through a file's format", () => {
	fc.assert(
		fc.property(someDate, (date) => {
			expect(fromOrdinalDate(toOrdinalDate(date))).toBe(date);
		}),
	);
});

test("the days between two dates are the days added", () => {
	fc.assert(
		fc.property(someDate, fc.integer({ min: -400, max: 400 }), (date, days) => {
			expect(daysBetween(date, addDays(date, days))).toBe(days);
		}),
	);
});

test.each(["2026-02-29", "2026-13-01", "1999-12-31", "2100-01-01", "2026-1-1", "2026-01-01T00:00", " 2026-01-01", ""])(
	"%j is not a valid date of a file",
	(text) => {
		expect(isDate(text)).toBe(false);
	},
);

test("2028-02-29 is a valid date of a file", () => {
	expect(isDate("2028-02-29")).toBe(true);
});
