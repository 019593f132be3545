import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
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

/** A request as its key remembers it. `asked` is all that must be the same when it comes again. */
export function keyRequest(
	{ vault, clocks }: { vault: Vault; clocks: Clocks },
	idempotency: IdempotencyKey | undefined,
	asked: Readonly<Record<string, unknown>>,
): KeyedRequest | undefined {
	return idempotency && { ...idempotency, fingerprint: vault.fingerprintRequest(asked), now: clocks.real.now() };
}
