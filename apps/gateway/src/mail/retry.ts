const minute = 60_000;
const longestWaitMinutes = 240;

/**
 * Attempts follow after 1, 2, 4 … 128 minutes, then every four hours: a little over a day covers a mail server that is
 * down overnight.
 */
export const maximumAttempts = 14;

/**
 * Returns the wait in ms; `undefined` after the last attempt.
 * @param attempts attempts so far, from 1
 * @param fraction from [0, 1): spreads the wait by a quarter either way
 */
export function waitAfter(attempts: number, fraction: number): number | undefined {
	if (attempts >= maximumAttempts) return undefined;
	const minutes = Math.min(2 ** (attempts - 1), longestWaitMinutes);
	return Math.round(minutes * minute * (0.75 + fraction / 2));
}
