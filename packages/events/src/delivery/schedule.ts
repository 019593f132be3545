const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The event is given up after the last one. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/** Spreads the events of an outage. */
const spread = 0.2;

const longestRetryAfterMs = 24 * hour;

/** The time with nothing but failures. */
const failingMs = 5 * day;

/** Longer than any wait. */
export const outagePauseMs = 48 * hour;

/**
 * Returns `undefined` after the last attempt.
 * @param attempts so far, at least 1
 * @param random from [0, 1)
 */
export function nextAttemptAt({
	attempts,
	now,
	random,
	retryAfterMs = 0,
}: {
	attempts: number;
	now: number;
	random: number;
	retryAfterMs?: number | undefined;
}): number | undefined {
	const wait = waits[attempts - 1];
	if (wait === undefined) return undefined;
	const spreadWait = wait * (1 - spread + 2 * spread * random);
	return now + Math.round(Math.max(spreadWait, Math.min(retryAfterMs, longestRetryAfterMs)));
}

/** HTTP's oldest form: `Sun Nov  8 05:30:00 2026`, in UTC (RFC 9110 §5.6.7). */
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9][0-9] [0-9]{2}:[0-9]{2}:[0-9]{2} [0-9]{4}$/;

/** Returns ms from now, at most 24 h (RFC 9110 §10.2.3). */
export function retryAfterMsOf(header: string | undefined, now: number): number | undefined {
	if (header === undefined) return undefined;
	if (/^[0-9]+$/.test(header)) return Math.min(Number(header) * second, longestRetryAfterMs);
	const text = asctimeDate.test(header) ? `${header} GMT` : header;
	const date = text.endsWith(" GMT") ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), longestRetryAfterMs);
}

export function isTooLong({ failingSince, lastFailedAt }: { failingSince: number; lastFailedAt: number }): boolean {
	return lastFailedAt - failingSince >= failingMs;
}
