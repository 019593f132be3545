import { Temporal } from "temporal-polyfill";
import type { Frequency } from "./plans/frequency.ts";

export interface RenewalCalendar {
	start_date: number;
	/** The due date of `anchor_period`, where it is not the start. */
	billing_anchor: number | null;
	anchor_period: number;
	frequency: Frequency;
	time_zone: string;
}

const day = 24 * 60 * 60 * 1000;

const year = 365.2425 * day;

const intervals: Record<Frequency, { of(count: number): Temporal.DurationLike; mean: number }> = {
	DAILY: { of: (count) => ({ days: count }), mean: day },
	WEEKLY: { of: (count) => ({ weeks: count }), mean: 7 * day },
	MOTHLY: { of: (count) => ({ months: count }), mean: year / 12 },
	QUARTERLY: { of: (count) => ({ months: 3 * count }), mean: year / 4 },
	ANNUALLY: { of: (count) => ({ years: count }), mean: year },
};

/**
 * Counts from the start, the end of the trial or the change of plan: 31 January, 28 February, 31 March (rule S-01). A
 * local time skipped by daylight saving moves later, a repeated one is taken first (S-03).
 *
 * @param period counted from 0
 * @returns ms since 1970
 */
export function dueAt(calendar: RenewalCalendar, period: number): number {
	const anchor = anchorOf(calendar);
	const count = period - calendar.anchor_period;
	// The anchor itself may be the second of two equal local times.
	if (count === 0) return anchor;
	return addTo(anchor, calendar.time_zone, intervals[calendar.frequency].of(count));
}

function anchorOf({ start_date, billing_anchor }: RenewalCalendar): number {
	return billing_anchor ?? start_date;
}

/** Returns the first period from the anchor on that is due after a time, ms since 1970. */
export function firstPeriodAfter(calendar: RenewalCalendar, time: number): number {
	const first = calendar.anchor_period;
	// A guess, at most a few periods off.
	const passed = Math.ceil((time - anchorOf(calendar)) / intervals[calendar.frequency].mean);
	let period = first + Math.max(0, passed);
	while (period > first && dueAt(calendar, period - 1) > time) period -= 1;
	while (dueAt(calendar, period) <= time) period += 1;
	return period;
}

/** Returns the same local time later, ms since 1970. */
export function daysLater({ time_zone }: Pick<RenewalCalendar, "time_zone">, time: number, days: number): number {
	return addTo(time, time_zone, { days });
}

/** Returns the whole local days between two times, ms since 1970; 0 unless the second is later. */
export function wholeDaysBetween(
	{ time_zone }: Pick<RenewalCalendar, "time_zone">,
	from: number,
	until: number,
): number {
	if (until <= from) return 0;
	const [start, end] = [from, until].map((time) =>
		Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(time_zone),
	) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
	return start.until(end, { largestUnit: "days" }).days;
}

function addTo(time: number, timeZone: string, duration: Temporal.DurationLike): number {
	return Temporal.Instant.fromEpochMilliseconds(time)
		.toZonedDateTimeISO(timeZone)
		.toPlainDateTime()
		.add(duration, { overflow: "constrain" })
		.toZonedDateTime(timeZone, { disambiguation: "compatible" }).epochMilliseconds;
}
