import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";

/** Answers remembered: enough to be drawn from, few enough to follow a processor that gets slower. */
const remembered = 64;

/**
 * How long the processor takes to answer. What the guard declines is answered as slowly as what the processor does, since
 * an answer that comes at once would tell an attacker that he was recognised (F-11).
 */
export class AnswerPace {
	readonly #milliseconds: number[] = [];
	readonly #wait: (milliseconds: number) => Promise<unknown>;

	constructor(wait: (milliseconds: number) => Promise<unknown> = (milliseconds) => setTimeout(milliseconds)) {
		this.#wait = wait;
	}

	/** Remembers how long the processor took. */
	note(milliseconds: number): void {
		this.#milliseconds.push(milliseconds);
		if (this.#milliseconds.length > remembered) this.#milliseconds.shift();
	}

	/** Waits as long as one of the processor's last answers took; not at all before there was any. */
	async follow(): Promise<void> {
		if (this.#milliseconds.length === 0) return;
		await this.#wait(this.#milliseconds[randomInt(this.#milliseconds.length)] ?? 0);
	}
}
