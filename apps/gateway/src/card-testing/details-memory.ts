import type { Clock } from "../clock.ts";

/** Short, because the fingerprints come from security codes: they are only in memory, never stored (PCI DSS 3.3.1). */
const rememberedMs = 600_000;

/** Cards remembered at most; the least recently used is dropped first. */
const maximumCards = 100_000;

/** The expiries and security codes tried with each card recently (F-06). Each gateway has its own memory. */
export class DetailsMemory {
	readonly #clock: Clock;
	/** The fingerprints of each card's details with the time of their last use; the least recently used card is first. */
	readonly #cards = new Map<string, Map<string, number>>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/**
	 * Admits a card with these details while fewer than `limit` different ones were tried, and remembers them. Check and
	 * record are one synchronous step: simultaneous attempts cannot all pass.
	 */
	admits(card: Buffer, details: Buffer, limit: number): boolean {
		const now = this.#clock.now();
		const cardKey = card.toString("hex");
		const seen = this.#cards.get(cardKey) ?? new Map<string, number>();
		for (const [fingerprint, at] of seen) if (now - at >= rememberedMs) seen.delete(fingerprint);
		const fingerprint = details.toString("hex");
		const isAdmitted = seen.has(fingerprint) || seen.size + 1 < limit;
		if (isAdmitted) seen.set(fingerprint, now);
		this.#cards.delete(cardKey);
		if (seen.size > 0) this.#cards.set(cardKey, seen);
		this.#forget(now);
		return isAdmitted;
	}

	#forget(now: number): void {
		for (const [card, seen] of this.#cards) {
			const isExpired = [...seen.values()].every((at) => now - at >= rememberedMs);
			if (!isExpired && this.#cards.size <= maximumCards) return;
			this.#cards.delete(card);
		}
	}
}
