import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";

/** Few enough to follow a slowing processor. */
const remembered = 64;

export type AnswerPace = ReturnType<typeof createAnswerPace>;

/**
 * Delays declines by card-testing protection: other timing would tell an attacker that the attempt was
 * recognised (F-11).
 *
 * @param elapsedMs not moved by a change of the clock (rule X-36)
 */
export function createAnswerPace({
	wait = (milliseconds: number): Promise<unknown> => setTimeout(milliseconds),
	elapsedMs = () => performance.now(),
} = {}) {
	/** The keys are processors and kinds of requests, so few. */
	const latenciesOf = new Map<string, { declines: number[]; others: number[] }>();

	/** @param kind the processor and the kind of request */
	return function begin(kind: string) {
		const startedAt = elapsedMs();
		const latencies = latenciesOf.get(kind) ?? { declines: [], others: [] };
		latenciesOf.set(kind, latencies);
		const note = (list: number[]) => {
			list.push(elapsedMs() - startedAt);
			if (list.length > remembered) list.shift();
		};
		return {
			noteDecline: () => note(latencies.declines),
			noteOther: () => note(latencies.others),
			/** Waits like a random remembered decline, or another answer while there is none. */
			async follow(): Promise<void> {
				const list = latencies.declines.length > 0 ? latencies.declines : latencies.others;
				if (list.length === 0) return;
				const leftMs = (list[randomInt(list.length)] ?? 0) - (elapsedMs() - startedAt);
				if (leftMs > 0) await wait(leftMs);
			},
		};
	};
}
