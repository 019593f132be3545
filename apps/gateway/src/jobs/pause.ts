/** Returns the pause after failures in a row, in ms: twice as long after each further one, up to the longest. Pure. */
export function pauseAfter(failures: number, { firstMs, longestMs = 3_600_000 }: Pauses): number {
	return failures < 1 ? 0 : Math.min(firstMs * 2 ** (failures - 1), longestMs);
}

interface Pauses {
	firstMs: number;
	/** An hour by default. */
	longestMs?: number;
}
