/** Doubles the pause, in ms, after each further failure. */
export function pauseAfter(failures: number, { firstMs, longestMs = 3_600_000 }: Pauses): number {
	return failures < 1 ? 0 : Math.min(firstMs * 2 ** (failures - 1), longestMs);
}

interface Pauses {
	firstMs: number;
	longestMs?: number;
}
