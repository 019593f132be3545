const minute = 60_000;
const longestWaitMinutes = 240;

/**
 * How often a mail is tried: at once, after 1, 2, 4 … 128 minutes, and then every four hours, which makes a little over
 * a day. A mail server that is down over night has its mail by then; after longer, a receipt is news from yesterday.
 */
export const maximumAttempts = 14;

/**
 * How long to wait after an attempt that failed, in milliseconds; `undefined` when it was the last one. Pure.
 *
 * @param attempts how many there were, from 1
 * @param fraction drawn from [0, 1): waits differ by a quarter either way, so that what failed together is not tried together
 */
export function waitAfter(attempts: number, fraction: number): number | undefined {
	if (attempts >= maximumAttempts) return undefined;
	const minutes = Math.min(2 ** (attempts - 1), longestWaitMinutes);
	return Math.round(minutes * minute * (0.75 + fraction / 2));
}
