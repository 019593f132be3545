/** Receives the progress of a rotation after each committed step. Throwing from it stops the rotation there. */
export type OnProgress = (progress: Progress) => void;

export interface Progress {
	what: "keys wrapped" | "keys replaced" | "re-encrypted";
	done: number;
	total: number;
}

/** Rows of one transaction: few, so that locks are short. */
export const stepSize = 100;

/** Cuts a list into steps. */
export function* inSteps<Item>(items: Item[]): Generator<Item[]> {
	for (let start = 0; start < items.length; start += stepSize) yield items.slice(start, start + stepSize);
}
