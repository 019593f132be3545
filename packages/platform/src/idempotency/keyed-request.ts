import { isDeepStrictEqual } from "node:util";
import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";

/** A key belongs to one operation (rule H-04). */
export interface IdempotencyKey {
	merchantId: number;
	/** The operation's first path, with names of parameters. */
	route: string;
	key: string;
}

export interface KeyedRequest extends IdempotencyKey {
	/** A keyed hash of the request's content (rule H-03). */
	fingerprint: Buffer;
	now: number;
}

export interface KeyedResponse {
	status: number;
	body: unknown;
}

/** The content that a repetition must ask for again. */
export interface Asked extends Pick<Parameters<Vault["fingerprintRequest"]>[0], "token" | "card"> {
	/** Everything except the card or token. */
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

/** Removes `metadata: {}` and its like, which equal a missing field. */
function withoutEmptyObjects(asked: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(asked).filter(([, value]) => !isDeepStrictEqual(value, {})));
}
