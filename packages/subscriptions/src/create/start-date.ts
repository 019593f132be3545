import { Temporal } from "temporal-polyfill";

const maximumYearsAhead = 10;

/** Smaller values are seconds: this is March 1973 in ms, the year 5138 in seconds. */
const leastMs = 100_000_000_000;

/**
 * Returns the problem (rule S-04).
 *
 * @param now business time, ms since 1970
 */
export function startDateProblem(startDate: number, now: number): string | undefined {
	if (!Number.isSafeInteger(startDate)) return "Send start_date as a whole number of milliseconds since 1970.";
	if (startDate > 0 && startDate < leastMs) {
		return "start_date is in milliseconds since 1970, and this looks like seconds. Multiply it by 1000.";
	}
	if (startDate <= now) return "Send a start_date in the future, in milliseconds since 1970.";
	if (startDate > yearsAfter(now)) return `Send a start_date at most ${maximumYearsAhead} years ahead.`;
	return undefined;
}

function yearsAfter(now: number): number {
	return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO("UTC").add({ years: maximumYearsAhead })
		.epochMilliseconds;
}
