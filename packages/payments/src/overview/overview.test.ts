import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayIn, lastDays } from "./overview.ts";

describe("the days of an overview", () => {
	test("are calendar days, across months and leap days", () => {
		expect(lastDays("2028-03-01", 3)).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
		expect(lastDays("2027-01-01", 2)).toEqual(["2026-12-31", "2027-01-01"]);
	});

	test("S-09 neither skip nor repeat a day when clocks change", () => {
		// Toronto: 8 March and 1 November 2026; Apia: a day that was left out, 30 December 2011.
		expect(lastDays("2026-03-09", 3)).toEqual(["2026-03-07", "2026-03-08", "2026-03-09"]);
		expect(lastDays("2026-11-02", 3)).toEqual(["2026-10-31", "2026-11-01", "2026-11-02"]);
	});

	test("are consecutive, and as many as requested", () => {
		const anyDay = fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
		fc.assert(
			fc.property(anyDay, fc.integer({ min: 1, max: 60 }), (date, count) => {
				const day = date.toISOString().slice(0, 10);
				const days = lastDays(day, count);
				expect(days).toHaveLength(count);
				expect(days.at(-1)).toBe(day);
				const times = days.map((one) => Date.parse(one));
				for (const [index, time] of times.slice(1).entries()) expect(time - (times[index] ?? 0)).toBe(86_400_000);
			}),
		);
	});
});

describe("today", () => {
	test.each([
		["America/Toronto", "2026-11-01T03:59:59.999Z", "2026-10-31"],
		["America/Toronto", "2026-11-01T04:00:00Z", "2026-11-01"],
		// After the clocks went back, the day is 25 hours long.
		["America/Toronto", "2026-11-02T04:59:59.999Z", "2026-11-01"],
		["Asia/Kathmandu", "2026-11-21T18:15:00Z", "2026-11-22"],
		["Pacific/Kiritimati", "2026-11-21T10:00:00Z", "2026-11-22"],
		["UTC", "2026-11-21T23:59:59.999Z", "2026-11-21"],
	])("in %s at %s is %s", (zone, time, day) => {
		expect(dayIn(zone, Date.parse(time))).toBe(day);
	});
});
