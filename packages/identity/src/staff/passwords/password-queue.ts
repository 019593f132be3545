/** `reserved` is for known browsers and open sessions: strangers who fill the queue do not block staff. */
export type QueuePlace = "open" | "reserved";

export interface PasswordQueueOptions {
	concurrency: number;
	/** Counts work that runs or waits. */
	places: Record<QueuePlace, number>;
}

export interface PasswordQueue {
	/** Runs reserved work first; `undefined` when all places of its kind are taken. */
	enter<Result>(place: QueuePlace, work: () => Promise<Result>): Promise<Result> | undefined;
}

export function createPasswordQueue({ concurrency, places }: PasswordQueueOptions): PasswordQueue {
	const taken = { open: 0, reserved: 0 };
	const waiting: Record<QueuePlace, (() => void)[]> = { open: [], reserved: [] };
	let running = 0;

	async function runInTurn<Result>(place: QueuePlace, work: () => Promise<Result>): Promise<Result> {
		if (running < concurrency) running += 1;
		else await new Promise<void>((resolve) => waiting[place].push(resolve));
		try {
			return await work();
		} finally {
			taken[place] -= 1;
			// The slot is handed on, so that no new work passes waiting work.
			const next = waiting.reserved.shift() ?? waiting.open.shift();
			if (next === undefined) running -= 1;
			else next();
		}
	}

	return {
		enter(place, work) {
			if (taken[place] >= places[place]) return undefined;
			taken[place] += 1;
			return runInTurn(place, work);
		},
	};
}
