/** The intervals of both value axes: their ticks are then at the same heights, and one grid serves both. */
const intervals = 4;

const roundSteps = [1, 2, 2.5, 5, 10];

/** Returns `intervals` equal ticks of a round size from 0 to at least `largest`; `smallest` is 1 for counts. */
export function evenSteps(largest: number, smallest: number): number[] {
	const needed = Math.max(largest / intervals, smallest);
	const power = 10 ** Math.floor(Math.log10(needed));
	// Counts have no halves.
	const isWhole = (step: number) => smallest !== 1 || Number.isInteger(step);
	const step = roundSteps.map((round) => round * power).find((one) => one >= needed && isWhole(one)) ?? 10 * power;
	return Array.from({ length: intervals + 1 }, (_, place) => place * step);
}
