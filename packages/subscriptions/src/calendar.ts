import { Temporal } from "temporal-polyfill";
import type { Frequency } from "./plans/frequency.ts";

export interface RenewalCalendar {
	start_date: number;
	frequency: Frequency;
	/** IANA name. */
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
 * Counts from the start: 31 January, 28 February, 31 March (rule S-01). A local time skipped by daylight saving
 * moves later, a repeated one is taken first (S-03).
 *
 * @param period counted from 0
 * @returns ms since 1970
 */
export function dueAt({ start_date, frequency, time_zone }: RenewalCalendar, period: number): number {
	// The start itself may be the second of two equal local times.
	if (period === 0) return start_date;
	return addTo(start_date, time_zone, intervals[frequency].of(period));
}

/** Returns the first period due after a time, ms since 1970. */
export function firstPeriodAfter(calendar: RenewalCalendar, time: number): number {
	// A guess, at most a few periods off.
	let period = Math.max(0, Math.ceil((time - calendar.start_date) / intervals[calendar.frequency].mean));
	while (period > 0 && dueAt(calendar, period - 1) > time) period -= 1;
	while (dueAt(calendar, period) <= time) period += 1;
	return period;
}

/** Returns the same local time later, ms since 1970. */
export function daysLater({ time_zone }: Pick<RenewalCalendar, "time_zone">, time: number, days: number): number {
	return addTo(time, time_zone, { days });
}

function addTo(time: number, timeZone: string, duration: Temporal.DurationLike): number {
	return Temporal.Instant.fromEpochMilliseconds(time)
		.toZonedDateTimeISO(timeZone)
		.toPlainDateTime()
		.add(duration, { overflow: "constrain" })
		.toZonedDateTime(timeZone, { disambiguation: "compatible" }).epochMilliseconds;
}
