import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { BroughtCard, CardSource } from "../customers/cards/card-source.ts";

/** An Idempotency-Key with its route. The same key on two routes is two keys (rule H-04). */
export interface IdempotencyKey {
	route: string;
	key: string;
}

export interface KeyedRequest extends IdempotencyKey {
	/** A keyed hash of what the request asks for: tells a repetition from another request (rule H-03). */
	fingerprint: Buffer;
	/** Real time, ms since 1970. */
	now: number;
}

/**
 * Fingerprints a request for its key. Returns `undefined` for a request without a key.
 *
 * @param asked everything that a repetition must ask for again, except the card
 * @param brought the card or token of the request; the fingerprint gives no way to find it
 */
export function keyRequest(
	{ vault, clocks }: { vault: Vault; clocks: Clocks },
	idempotency: IdempotencyKey | undefined,
	asked: Record<string, unknown> & { [Name in keyof CardSource]?: never },
	brought: BroughtCard = {},
): KeyedRequest | undefined {
	if (idempotency === undefined) return undefined;
	return { ...idempotency, fingerprint: vault.fingerprintRequest({ asked, ...brought }), now: clocks.real.now() };
}
