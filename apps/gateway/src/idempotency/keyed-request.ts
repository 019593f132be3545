import { isDeepStrictEqual } from "node:util";
import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";

/** An Idempotency-Key of a merchant, with its operation. The same key for two operations is two keys (rule H-04). */
export interface IdempotencyKey {
	merchantId: number;
	/** The path of the operation, with its parameters' names; of an operation with several paths, the first. */
	route: string;
	key: string;
}

export interface KeyedRequest extends IdempotencyKey {
	/** A keyed hash of what the request asks for, which differs for another request (rule H-03). */
	fingerprint: Buffer;
	/** Real time, ms since 1970. */
	now: number;
}

/** The response that a request gets, and that every repetition with its Idempotency-Key gets again. */
export interface KeyedResponse {
	status: number;
	body: unknown;
}

/** What a repetition of a request must ask for again. */
export interface Asked extends Pick<Parameters<Vault["fingerprintRequest"]>[0], "token" | "card"> {
	/** Everything except the card or token. */
	asked: Record<string, unknown>;
}

/** Fingerprints a request for its key. */
export function keyRequest(
	{ vault, clocks }: { vault: Pick<Vault, "fingerprintRequest">; clocks: Clocks },
	idempotency: IdempotencyKey,
	{ asked, token, card }: Asked,
): KeyedRequest {
	const fingerprint = vault.fingerprintRequest({ asked: withoutEmptyObjects(asked), token, card });
	return { ...idempotency, fingerprint, now: clocks.real.now() };
}

/** Removes `metadata: {}` and its like, which ask for the same as a missing field. */
function withoutEmptyObjects(asked: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(asked).filter(([, value]) => !isDeepStrictEqual(value, {})));
}
