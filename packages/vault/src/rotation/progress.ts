/** Throwing stops the rotation after a committed step. */
export type OnProgress = (progress: Progress) => void;

export interface Progress {
	what: "keys wrapped" | "keys replaced" | "re-encrypted";
	done: number;
	total: number;
}

/** Keeps locks short. */
export const stepSize = 100;

export function* inSteps<Item>(items: Item[]): Generator<Item[]> {
	for (let start = 0; start < items.length; start += stepSize) yield items.slice(start, start + stepSize);
}
