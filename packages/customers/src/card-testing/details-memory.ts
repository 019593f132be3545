import type { Clock } from "@cardseal/platform";

/** Short: the fingerprints come from security codes, which are never stored (PCI DSS 3.3.1). */
const rememberedMs = 600_000;

const maximumCards = 100_000;

/** Recent expiries and security codes by card (F-06), for one gateway. */
export function createDetailsMemory(clock: Clock) {
	const cards = new Map<string, Map<string, number>>();

	function forget(now: number): void {
		for (const [card, seen] of cards) {
			const isExpired = [...seen.values()].every((at) => now - at >= rememberedMs);
			if (!isExpired && cards.size <= maximumCards) return;
			cards.delete(card);
		}
	}

	/** Checks and records synchronously, so that simultaneous attempts cannot all pass. */
	return function admits(card: Buffer, details: Buffer, limit: number): boolean {
		const now = clock.now();
		const cardKey = card.toString("hex");
		const seen = cards.get(cardKey) ?? new Map<string, number>();
		for (const [fingerprint, at] of seen) if (now - at >= rememberedMs) seen.delete(fingerprint);
		const fingerprint = details.toString("hex");
		const isAdmitted = seen.has(fingerprint) || seen.size + 1 < limit;
		if (isAdmitted) seen.set(fingerprint, now);
		cards.delete(cardKey);
		if (seen.size > 0) cards.set(cardKey, seen);
		forget(now);
		return isAdmitted;
	};
}
