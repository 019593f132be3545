import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";

/** Latencies remembered: few enough to follow a processor that slows down. */
const remembered = 64;

/**
 * The processor's recent latency. A decline by card-testing protection is delayed to match it: an immediate answer would
 * tell an attacker that the attempt was recognised (F-11).
 */
export class AnswerPace {
	readonly #latenciesMs: number[] = [];
	readonly #wait: (milliseconds: number) => Promise<unknown>;

	constructor(wait: (milliseconds: number) => Promise<unknown> = (milliseconds) => setTimeout(milliseconds)) {
		this.#wait = wait;
	}

	/** Remembers a latency of the processor, in ms. */
	note(milliseconds: number): void {
		this.#latenciesMs.push(milliseconds);
		if (this.#latenciesMs.length > remembered) this.#latenciesMs.shift();
	}

	/** Waits for one of the remembered latencies, drawn at random. Returns at once if there is none. */
	async follow(): Promise<void> {
		if (this.#latenciesMs.length === 0) return;
		await this.#wait(this.#latenciesMs[randomInt(this.#latenciesMs.length)] ?? 0);
	}
}
