/** Returns ms since 1970. */
export interface Clock {
	now(): number;
}

/**
 * The clocks differ only in the sandbox. `business`: records, renewals, settlement, holds, card expiry. `real`:
 * age of tokens and sign-ins, and time limits, which other machines measure too.
 */
export interface Clocks {
	business: Clock;
	real: Clock;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Returns the UTC day, `YYYY-MM-DD`. */
export function dayOf(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}
