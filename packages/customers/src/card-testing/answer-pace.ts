import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";

/** Few enough to follow a slowing processor. */
const remembered = 64;

interface Latencies {
	declines: number[];
	others: number[];
}

export interface AnswerPaceOptions {
	wait?: (milliseconds: number) => Promise<unknown>;
	/** No change of the clock moves it (rule X-36). */
	elapsedMs?: () => number;
}

export interface TimedAttempt {
	noteDecline(): void;
	noteOther(): void;
	/** Waits like a random remembered decline, or another answer while there is none. */
	follow(): Promise<void>;
}

/**
 * Delays declines by card-testing protection: other timing would tell an attacker that the attempt was
 * recognised (F-11).
 */
export class AnswerPace {
	/** The keys are processors and kinds of requests, so few. */
	readonly #latencies = new Map<string, Latencies>();
	readonly #wait: (milliseconds: number) => Promise<unknown>;
	readonly #elapsedMs: () => number;

	constructor({
		wait = (milliseconds) => setTimeout(milliseconds),
		elapsedMs = () => performance.now(),
	}: AnswerPaceOptions = {}) {
		this.#wait = wait;
		this.#elapsedMs = elapsedMs;
	}

	/** @param kind the processor and the kind of request */
	begin(kind: string): TimedAttempt {
		const startedAt = this.#elapsedMs();
		const latencies = this.#latencies.get(kind) ?? { declines: [], others: [] };
		this.#latencies.set(kind, latencies);
		const note = (list: number[]) => {
			list.push(this.#elapsedMs() - startedAt);
			if (list.length > remembered) list.shift();
		};
		return {
			noteDecline: () => note(latencies.declines),
			noteOther: () => note(latencies.others),
			follow: async () => {
				const list = latencies.declines.length > 0 ? latencies.declines : latencies.others;
				if (list.length === 0) return;
				const leftMs = (list[randomInt(list.length)] ?? 0) - (this.#elapsedMs() - startedAt);
				if (leftMs > 0) await this.#wait(leftMs);
			},
		};
	}
}
