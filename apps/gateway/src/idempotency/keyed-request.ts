import { isDeepStrictEqual } from "node:util";
import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { BroughtCard, CardSource } from "../customers/cards/card-source.ts";

/** An Idempotency-Key with its operation. The same key for two operations is two keys (rule H-04). */
export interface IdempotencyKey {
	/** The path of the operation, with its parameters' names; of an operation with several paths, the first. */
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
	const fingerprint = vault.fingerprintRequest({ asked: withoutEmptyObjects(asked), ...brought });
	return { ...idempotency, fingerprint, now: clocks.real.now() };
}

/** Removes `metadata: {}` and its like, which ask for the same as a missing field. */
function withoutEmptyObjects(asked: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(asked).filter(([, value]) => !isDeepStrictEqual(value, {})));
}
