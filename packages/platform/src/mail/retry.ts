const minute = 60_000;
const longestWaitMinutes = 240;

/** Waits of 1, 2, 4 … 128 minutes, then four hours, cover a night. */
export const maximumAttempts = 14;

/** Returns ms; `undefined` after the last attempt. `fraction`, below 1, spreads the wait by a quarter. */
export function waitAfter(attempts: number, fraction: number): number | undefined {
	if (attempts >= maximumAttempts) return undefined;
	const minutes = Math.min(2 ** (attempts - 1), longestWaitMinutes);
	return Math.round(minutes * minute * (0.75 + fraction / 2));
}
