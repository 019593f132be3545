import { setTimeout as delay } from "node:timers/promises";

const pollIntervalMilliseconds = 20;

/** A moment after which waiting is given up, counted on the monotonic clock so that a corrected wall clock moves nothing. */
export interface Deadline {
	hasPassed(): boolean;
}

export function deadlineIn(seconds: number): Deadline {
	const end = performance.now() + seconds * 1000;
	return { hasPassed: () => performance.now() >= end };
}

/** Asks every 20 ms until there is an answer; `undefined` when the deadline passed without one. */
export async function waitFor<Answer>(
	deadline: Deadline,
	ask: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
	for (;;) {
		const answer = await ask();
		if (answer !== undefined || deadline.hasPassed()) return answer;
		await delay(pollIntervalMilliseconds);
	}
}
