/** How far a rotation is. It is told after each committed step; whoever throws from it stops the rotation there. */
export type OnProgress = (progress: Progress) => void;

export interface Progress {
	what: "keys wrapped" | "keys replaced" | "encrypted anew";
	done: number;
	total: number;
}

/** Steps of work that are committed together: small, so that nobody waits long for their locks. */
export const stepSize = 100;

/** Cuts a list into steps. */
export function* inSteps<Item>(items: Item[]): Generator<Item[]> {
	for (let start = 0; start < items.length; start += stepSize) yield items.slice(start, start + stepSize);
}
