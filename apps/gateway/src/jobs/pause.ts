const longestPauseMs = 3_600_000;

/** Returns the pause after failed attempts in a row, in ms: twice as long after each further one, up to an hour. Pure. */
export function pauseAfter(failures: number, firstPauseMs: number): number {
	return Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
}
