import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test, vi } from "vitest";
import { daysLater, dueAt, firstPeriodAfter, type RenewalCalendar } from "./calendar.ts";
import { type Frequency, frequencies } from "./plans/frequency.ts";

/** Returns ms since 1970 of a local time with its zone in brackets, such as `2026-03-08T02:30[America/Toronto]`. */
const at = (text: string) => Temporal.ZonedDateTime.from(text).epochMilliseconds;

/** Without a trial or a change of plan. */
const fromStart = { billing_anchor: null, anchor_period: 0 };

function calendar(start: string, frequency: Frequency): RenewalCalendar {
	return { ...fromStart, start_date: at(start), frequency, time_zone: Temporal.ZonedDateTime.from(start).timeZoneId };
}

function localDueDates(of: RenewalCalendar, count: number): string[] {
	return Array.from({ length: count }, (_, period) =>
		local(dueAt(of, period), of.time_zone).toPlainDateTime().toString(),
	);
}

function local(time: number, timeZone: string): Temporal.ZonedDateTime {
	return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
}

const hour = 3_600_000;
const day = 24 * hour;

/** Zones that change their clocks by an hour, by half an hour, at midnight, and not at all; east and west of Greenwich. */
const zones = [
	"UTC",
	"America/Toronto",
	"America/St_Johns",
	"America/Santiago",
	"Europe/London",
	"Africa/Cairo",
	"Asia/Kolkata",
	"Australia/Lord_Howe",
	"Pacific/Auckland",
	"Pacific/Kiritimati",
];

const calendars: fc.Arbitrary<RenewalCalendar> = fc.record({
	billing_anchor: fc.constant(null),
	anchor_period: fc.constant(0),
	start_date: fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2036, 0, 1) }),
	frequency: fc.constantFrom(...frequencies),
	time_zone: fc.constantFrom(...zones),
});
const periods = fc.integer({ min: 0, max: 1_000 });

describe("dueAt", () => {
	test.each<[string, string, Frequency, string[]]>([
		["31 January", "2026-01-31T09:00[UTC]", "MOTHLY", ["01-31", "02-28", "03-31", "04-30", "05-31"]],
		["30 January", "2026-01-30T09:00[UTC]", "MOTHLY", ["01-30", "02-28", "03-30"]],
		["31 January of a leap year", "2028-01-31T09:00[UTC]", "MOTHLY", ["01-31", "02-29", "03-31"]],
		["31 August", "2026-08-31T09:00[UTC]", "QUARTERLY", ["08-31", "11-30", "02-28", "05-31"]],
	])("S-01 due dates count from the start, not from the date before: %s", (_case, start, frequency, dates) => {
		const due = localDueDates(calendar(start, frequency), dates.length);
		expect(due.map((text) => text.slice(5, 10))).toEqual(dates);
	});

	test("S-01 the anniversary of a leap day is 28 February, or the leap day when there is one", () => {
		expect(localDueDates(calendar("2024-02-29T12:00[UTC]", "ANNUALLY"), 5)).toEqual([
			"2024-02-29T12:00:00",
			"2025-02-28T12:00:00",
			"2026-02-28T12:00:00",
			"2027-02-28T12:00:00",
			"2028-02-29T12:00:00",
		]);
	});

	test.each<[Frequency, string]>([
		["DAILY", "2026-01-16T09:00:00"],
		["WEEKLY", "2026-01-22T09:00:00"],
		["MOTHLY", "2026-02-15T09:00:00"],
		["QUARTERLY", "2026-04-15T09:00:00"],
		["ANNUALLY", "2027-01-15T09:00:00"],
	])("S-02 %s leads from 15 January 2026 to %s", (frequency, second) => {
		expect(localDueDates(calendar("2026-01-15T09:00[America/Toronto]", frequency), 2)[1]).toBe(second);
	});

	test("S-03 a local time that does not exist moves later: Toronto, 8 March 2026, 02:30", () => {
		const daily = calendar("2026-03-07T02:30[America/Toronto]", "DAILY");
		expect(localDueDates(daily, 3)).toEqual(["2026-03-07T02:30:00", "2026-03-08T03:30:00", "2026-03-09T02:30:00"]);
		expect(dueAt(daily, 2) - dueAt(daily, 1)).toBe(23 * hour);
	});

	test("S-03 a local time that occurs twice means the first: Toronto, 1 November 2026, 01:30", () => {
		const daily = calendar("2026-10-31T01:30[America/Toronto]", "DAILY");
		expect(local(dueAt(daily, 1), "America/Toronto").toString()).toMatch(/^2026-11-01T01:30:00-04:00/);
		expect(dueAt(daily, 2) - dueAt(daily, 1)).toBe(25 * hour);
	});

	test("S-03 the first due date is the exact start, also at the second of two equal local times", () => {
		const second = at("2026-11-01T01:30-05:00[America/Toronto]");
		expect(dueAt({ ...fromStart, start_date: second, frequency: "DAILY", time_zone: "America/Toronto" }, 0)).toBe(
			second,
		);
	});

	test.each(["2026-03-08", "2026-11-01"])("S-03 a DAILY plan has exactly one due date on %s in Toronto", (date) => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 24 * 60 - 1 }), (minute) => {
				const daily = calendar("2026-02-20T00:00[America/Toronto]", "DAILY");
				const due = { ...daily, start_date: daily.start_date + minute * 60_000 };
				const first = local(due.start_date, due.time_zone).toPlainDate();
				const daysUntil = first.until(date).days;
				const around = [-2, -1, 0, 1, 2].map((days) => local(dueAt(due, daysUntil + days), due.time_zone));
				expect(around.filter((time) => time.toPlainDate().toString() === date)).toHaveLength(1);
			}),
		);
	});

	test("S-01 due dates strictly increase, whatever the frequency and the zone", () => {
		fc.assert(
			fc.property(calendars, periods, (one, period) => {
				expect(dueAt(one, period + 1)).toBeGreaterThan(dueAt(one, period));
			}),
		);
	});

	test("S-01 a due date is never on a later day of the month than the start, and keeps its local time except in a gap", () => {
		fc.assert(
			fc.property(calendars, periods, (one, period) => {
				const [start, due] = [local(one.start_date, one.time_zone), local(dueAt(one, period), one.time_zone)];
				if (one.frequency !== "DAILY" && one.frequency !== "WEEKLY") expect(due.day).toBeLessThanOrEqual(start.day);
				// A gap of the clocks at midnight moves 00:15 to 01:15, never to another day.
				const shift = due.toPlainTime().since(start.toPlainTime()).total("minutes");
				expect([0, 30, 60]).toContain(shift);
			}),
		);
	});
});

describe("firstPeriodAfter", () => {
	/** Finds the period by a plain search through all due dates. */
	function plainSearch(one: RenewalCalendar, time: number): number {
		let period = 0;
		while (dueAt(one, period) <= time) period += 1;
		return period;
	}

	test("S-11 the result is the first period that falls due after a time, as a plain search finds it", () => {
		fc.assert(
			fc.property(
				calendars,
				fc.integer({ min: -30, max: 800 }),
				fc.integer({ min: 0, max: day }),
				(one, days, rest) => {
					const time = one.start_date + days * day + rest;
					expect(firstPeriodAfter(one, time)).toBe(plainSearch(one, time));
				},
			),
			{ numRuns: 60 },
		);
	});

	test("S-11 a period that falls due at that very time is not the result", () => {
		fc.assert(
			fc.property(calendars, periods, (one, period) => {
				expect(firstPeriodAfter(one, dueAt(one, period))).toBe(period + 1);
				expect(firstPeriodAfter(one, dueAt(one, period) - 1)).toBe(period);
			}),
		);
	});

	test.each(frequencies)("at most four due dates are computed, however long ago the start was: %s", (frequency) => {
		const looks = vi.spyOn(Temporal.Instant, "fromEpochMilliseconds");
		const century = calendar("1970-01-31T00:00[America/Toronto]", frequency);
		for (const now of ["2069-12-31", "2070-01-31", "2070-02-28"]) {
			const time = Date.parse(now);
			looks.mockClear();
			const period = firstPeriodAfter(century, time);
			expect(looks.mock.calls.length).toBeLessThanOrEqual(4);
			expect([dueAt(century, period) > time, dueAt(century, period - 1) <= time]).toEqual([true, true]);
		}
		looks.mockRestore();
	});
});

describe("daysLater", () => {
	test("S-09 the local time stays when the clocks change in between", () => {
		const due = at("2026-03-07T12:00[America/Toronto]");
		expect(daysLater({ time_zone: "America/Toronto" }, due, 1)).toBe(at("2026-03-08T12:00[America/Toronto]"));
		expect(daysLater({ time_zone: "America/Toronto" }, due, 0)).toBe(due);
	});
});
