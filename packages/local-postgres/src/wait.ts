import { setTimeout as delay } from "node:timers/promises";

const pollIntervalMs = 20;

/** When waiting is given up, counted on the monotonic clock: a corrected wall clock does not move it. */
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
		await delay(pollIntervalMs);
	}
}
