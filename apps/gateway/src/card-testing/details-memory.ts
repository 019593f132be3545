import type { Clock } from "../clock.ts";

/** Short, because the marks come from security codes; they are nowhere but here (PCI DSS 3.3.1). */
const rememberedMs = 600_000;

/** Cards remembered at most; the oldest go first. */
const maximumCards = 100_000;

/** Which expiries and security codes were tried with a card of late (F-06), each gateway for itself. */
export class DetailsMemory {
	readonly #clock: Clock;
	/** By card in hexadecimal: each mark of details with when it was seen last. In the order of the cards' last use. */
	readonly #cards = new Map<string, Map<string, number>>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/**
	 * Whether a card may be tried with these details, which are remembered then: fewer others than `limit` were tried with
	 * it. Looking and remembering are one step, so that attempts at once do not all pass.
	 */
	admits(card: Buffer, details: Buffer, limit: number): boolean {
		const now = this.#clock.now();
		const cardKey = card.toString("hex");
		const seen = this.#cards.get(cardKey) ?? new Map<string, number>();
		for (const [mark, at] of seen) if (now - at >= rememberedMs) seen.delete(mark);
		const mark = details.toString("hex");
		const isAdmitted = seen.has(mark) || seen.size + 1 < limit;
		if (isAdmitted) seen.set(mark, now);
		this.#cards.delete(cardKey);
		if (seen.size > 0) this.#cards.set(cardKey, seen);
		this.#forget(now);
		return isAdmitted;
	}

	#forget(now: number): void {
		for (const [card, seen] of this.#cards) {
			const isOver = [...seen.values()].every((at) => now - at >= rememberedMs);
			if (!isOver && this.#cards.size <= maximumCards) return;
			this.#cards.delete(card);
		}
	}
}
