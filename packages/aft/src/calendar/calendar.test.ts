import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addBusinessDays, bankHolidays, businessDayFrom, easterSunday, isBusinessDay } from "./calendar.ts";
import { addDays, daysBetween } from "./date.ts";

const national = (year: number) => bankHolidays(year, []).map(({ date }) => date.slice(5));
const provincial = ["Family Day", "Saint-Jean-Baptiste Day", "Civic Holiday"] as const;

describe("national bank holidays", () => {
	test("the holidays of 2024 are those that Payments Canada's participants published", () => {
		expect(bankHolidays(2024, [])).toEqual([
			{ date: "2024-01-01", name: "New Year's Day" },
			{ date: "2024-03-29", name: "Good Friday" },
			{ date: "2024-05-20", name: "Victoria Day" },
			{ date: "2024-07-01", name: "Canada Day" },
			{ date: "2024-09-02", name: "Labour Day" },
			{ date: "2024-09-30", name: "National Day for Truth and Reconciliation" },
			{ date: "2024-10-14", name: "Thanksgiving Day" },
			{ date: "2024-11-11", name: "Remembrance Day" },
			{ date: "2024-12-25", name: "Christmas Day" },
			{ date: "2024-12-26", name: "Boxing Day" },
		]);
	});

	test("the holidays of 2023 that fell on a weekend move to a business day", () => {
		expect(national(2023)).toEqual([
			"01-02",
			"04-07",
			"05-22",
			"07-03",
			"09-04",
			"10-02",
			"10-09",
			"11-13",
			"12-25",
			"12-26",
		]);
	});

	test.each([
		[2021, "a Saturday", ["12-27", "12-28"]],
		[2022, "a Sunday", ["12-26", "12-27"]],
		[2026, "a Friday", ["12-25", "12-28"]],
		[2025, "a Thursday", ["12-25", "12-26"]],
	])("Christmas and Boxing Day of %i, with Christmas on %s, are observed on two business days", (year, _, days) => {
		expect(national(year).slice(-2)).toEqual(days);
	});

	test("30 September is a holiday since 2021", () => {
		expect(isBusinessDay("2020-09-30", [])).toBe(true);
		expect(isBusinessDay("2021-09-30", [])).toBe(false);
	});
});

test("provincial holidays count only if they are included", () => {
	const days = ["2026-02-16", "2026-06-24", "2026-08-03"];
	expect(days.map((day) => isBusinessDay(day, []))).toEqual([true, true, true]);
	expect(days.map((day) => isBusinessDay(day, ["Family Day"]))).toEqual([false, true, true]);
	expect(days.map((day) => isBusinessDay(day, provincial))).toEqual([false, false, false]);
});

test("Saint-Jean-Baptiste Day on a Saturday is observed on Monday", () => {
	expect(isBusinessDay("2023-06-26", provincial)).toBe(false);
});

describe("Easter", () => {
	test.each([
		"2000-04-23",
		"2008-03-23",
		"2011-04-24",
		"2024-03-31",
		"2025-04-20",
		"2026-04-05",
		"2027-03-28",
		"2038-04-25",
	])("Easter is on %s", (date) => {
		expect(easterSunday(Number(date.slice(0, 4)))).toBe(date);
	});

	/** The Sunday after the full moon by the epact, as Lilius computed it; valid from 1900 to 2199. */
	function bySundayAfterFullMoon(year: number): string {
		const moon = (24 + 19 * (year % 19)) % 30;
		const late = moon === 29 || (moon === 28 && year % 19 > 10) ? 1 : 0;
		const fullMoon = addDays(`${year}-03-21`, moon - late);
		const weekday = new Date(`${fullMoon}T00:00:00Z`).getUTCDay();
		return addDays(fullMoon, 7 - weekday);
	}

	test("Easter is the Sunday of the full moon's week in every year of the century", () => {
		const years = Array.from({ length: 100 }, (_, index) => 2000 + index);
		expect(years.map(easterSunday)).toEqual(years.map(bySundayAfterFullMoon));
	});
});

describe("in any year", () => {
	const someYear = fc.integer({ min: 2021, max: 2099 });
	const someDate = fc.integer({ min: 0, max: 36_000 }).map((days) => addDays("2000-01-01", days));

	test("a year has ten national holidays, thirteen with the provincial ones, on as many weekdays", () => {
		fc.assert(
			fc.property(someYear, (year) => {
				for (const [names, count] of [
					[[], 10],
					[provincial, 13],
				] as const) {
					const days = bankHolidays(year, names).map(({ date }) => date);
					expect(new Set(days).size).toBe(count);
					expect(days).toEqual([...days].sort());
					expect(days.filter((day) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()))).toEqual([]);
				}
			}),
			{ numRuns: 60 },
		);
	});

	test("the next business day is never earlier, at most five days away, and skips none", () => {
		fc.assert(
			fc.property(someDate, (date) => {
				const next = businessDayFrom(date, provincial);
				const away = daysBetween(date, next);
				expect(isBusinessDay(next, provincial)).toBe(true);
				expect(away).toBeGreaterThanOrEqual(0);
				expect(away).toBeLessThanOrEqual(5);
				for (let days = 0; days < away; days += 1) expect(isBusinessDay(addDays(date, days), provincial)).toBe(false);
			}),
			{ numRuns: 200 },
		);
	});

	test("adding business days in two steps equals adding their sum", () => {
		const count = fc.integer({ min: 0, max: 5 });
		fc.assert(
			fc.property(someDate, count, count, (date, some, more) => {
				const inTwo = addBusinessDays(addBusinessDays(date, some, []), more, []);
				expect(inTwo).toBe(addBusinessDays(date, some + more, []));
			}),
			{ numRuns: 100 },
		);
	});
});
