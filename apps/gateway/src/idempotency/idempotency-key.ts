import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { BroughtCard, CardSource } from "../customers/cards/card-source.ts";
import { Problem } from "../problem.ts";

/** An Idempotency-Key and the route it came to; keys of different routes are different keys (rule H-04). */
export interface IdempotencyKey {
	route: string;
	key: string;
}

/** An Idempotency-Key with what its request asked for. */
export interface KeyedRequest extends IdempotencyKey {
	fingerprint: Buffer;
	/** Real time, ms since 1970. */
	now: number;
}

export const keyOfOtherRequest = () =>
	new Problem("IDEMPOTENCY_MISMATCH", "This Idempotency-Key was used for a different request. Use a new key.");

/** @throws Problem 422 when the key's first request asked for something else (rule H-03) */
export function requireSameRequest(earlier: { fingerprint: Buffer }, { fingerprint }: KeyedRequest): void {
	if (!earlier.fingerprint.equals(fingerprint)) throw keyOfOtherRequest();
}

/**
 * A request as its key remembers it.
 *
 * @param asked all that must be the same when it comes again, but for its card
 * @param brought how it brings a card, which is remembered by nothing that a card could be found from
 */
export function keyRequest(
	{ vault, clocks }: { vault: Vault; clocks: Clocks },
	idempotency: IdempotencyKey | undefined,
	asked: Readonly<Record<string, unknown>> & { [Name in keyof CardSource]?: never },
	brought: BroughtCard = {},
): KeyedRequest | undefined {
	if (idempotency === undefined) return undefined;
	return { ...idempotency, fingerprint: vault.fingerprintRequest({ asked, ...brought }), now: clocks.real.now() };
}
