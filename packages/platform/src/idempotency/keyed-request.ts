import { isDeepStrictEqual } from "node:util";
import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";

/** A key belongs to one operation (rule H-04). */
export interface IdempotencyKey {
	merchantId: number;
	route: string;
	key: string;
}

export interface KeyedRequest extends IdempotencyKey {
	/** A keyed hash of the content (rule H-03). */
	fingerprint: Buffer;
	now: number;
}

export interface KeyedResponse {
	status: number;
	body: unknown;
}

export interface Asked extends Pick<Parameters<Vault["fingerprintRequest"]>[0], "token" | "card"> {
	/** Without card or token. */
	asked: Record<string, unknown>;
}

export function keyRequest(
	{ vault, clocks }: { vault: Pick<Vault, "fingerprintRequest">; clocks: Clocks },
	idempotency: IdempotencyKey,
	{ asked, token, card }: Asked,
): KeyedRequest {
	const fingerprint = vault.fingerprintRequest({ asked: withoutEmptyObjects(asked), token, card });
	return { ...idempotency, fingerprint, now: clocks.real.now() };
}

/** `metadata: {}` equals a missing field. */
function withoutEmptyObjects(asked: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(asked).filter(([, value]) => !isDeepStrictEqual(value, {})));
}
