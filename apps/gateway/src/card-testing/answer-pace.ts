import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";

/** Latencies remembered: few enough to follow a processor that slows down. */
const remembered = 64;

interface Latencies {
	/** The latencies of declines, in ms. */
	declines: number[];
	/** The latencies of all other answers. */
	others: number[];
}

export interface AnswerPaceOptions {
	wait?: (milliseconds: number) => Promise<unknown>;
	/** Elapsed time, which no change of the clock moves (rule X-36). */
	elapsedMs?: () => number;
}

/** An attempt whose time is measured from its beginning. */
export interface TimedAttempt {
	/** Remembers the time that a decline of the processor took. */
	noteDecline(): void;
	/** Remembers the time of another answer of the processor. */
	noteOther(): void;
	/**
	 * Waits until the attempt has taken as long as a remembered decline, drawn at random; as another answer while there is
	 * none. Returns at once before the first answer.
	 */
	follow(): Promise<void>;
}

/**
 * The recent time of processors' declines, from the beginning of an attempt to its answer. A decline by card-testing
 * protection is delayed to match it: an earlier or later answer would tell an attacker that the attempt was recognised
 * (F-11).
 */
export class AnswerPace {
	/** The latencies by processor and kind of request; bounded by their number. */
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

	/** Begins to measure an attempt. @param kind the processor and the kind of request, which have a latency of their own */
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
