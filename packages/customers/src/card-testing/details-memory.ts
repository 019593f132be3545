import type { Clock } from "@cardseal/platform";

/** Short: the fingerprints come from security codes, which are never stored (PCI DSS 3.3.1). */
const rememberedMs = 600_000;

const maximumCards = 100_000;

/** Recent expiries and security codes by card (F-06), for one gateway. */
export class DetailsMemory {
	readonly #clock: Clock;
	readonly #cards = new Map<string, Map<string, number>>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Checks and records synchronously, so that simultaneous attempts cannot all pass. */
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
