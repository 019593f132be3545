import { setTimeout as delay } from "node:timers/promises";

const pollIntervalMs = 20;

/** A time limit on the monotonic clock, which a corrected wall clock does not move. */
export interface Deadline {
	hasPassed(): boolean;
}

export function deadlineIn(seconds: number, isCancelled = () => false): Deadline {
	const end = performance.now() + seconds * 1000;
	return { hasPassed: () => isCancelled() || performance.now() >= end };
}

/** Polls every 20 ms; `undefined` when the deadline has passed. */
export async function waitFor<Answer>(
	deadline: Deadline,
	ask: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
	for (;;) {
		const answer = await ask();
		if (answer !== undefined || deadline.hasPassed()) return answer;
		await delay(pollIntervalMs);
	}
}
