/** ms since 1970. */
export interface Clock {
	now(): number;
}

/** Differ in the sandbox only. `real`: tokens, sign-ins and time limits, which other machines measure too. */
export interface Clocks {
	business: Clock;
	real: Clock;
}

export const systemClock: Clock = { now: () => Date.now() };

/** UTC, `YYYY-MM-DD`. */
export function dayOf(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}
