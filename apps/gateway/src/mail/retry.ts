const minute = 60_000;
const longestWaitMinutes = 240;

/**
 * The number of attempts: at once, after 1, 2, 4 … 128 minutes, and then every four hours, a little over a day in total.
 * That covers a mail server that is down overnight.
 */
export const maximumAttempts = 14;

/**
 * Returns the wait after a failed attempt, in milliseconds; `undefined` after the last one. Pure.
 *
 * @param attempts attempts so far, from 1
 * @param fraction drawn from [0, 1): spreads the wait by a quarter either way, so that mails that failed together are not retried together
 */
export function waitAfter(attempts: number, fraction: number): number | undefined {
	if (attempts >= maximumAttempts) return undefined;
	const minutes = Math.min(2 ** (attempts - 1), longestWaitMinutes);
	return Math.round(minutes * minute * (0.75 + fraction / 2));
}
