/** Tells the time in milliseconds since 1970. */
export interface Clock {
	now(): number;
}

/**
 * The two times the gateway lives in. They differ only in the sandbox, whose business time can be moved forward.
 *
 * - `business`: records, billing, settlement, holds, card expiry;
 * - `real`: the age of card tokens, access tokens and sign-ins, time limits: whatever browsers and other machines
 *   measure with clocks of their own.
 */
export interface Clocks {
	business: Clock;
	real: Clock;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Returns the UTC day of a time, as `YYYY-MM-DD`. */
export function dayOf(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}
