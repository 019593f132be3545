import type { RawCardFields } from "./cards/card.ts";
import type { KeyRing } from "./keys/key-ring.ts";
import { tokenFingerprint } from "./tokens/open-token.ts";

/** A request that may come again: how it brings a card, if it does, apart from all else that it asks for. */
export interface FingerprintedRequest {
	asked: Readonly<Record<string, unknown>>;
	token?: unknown;
	card?: RawCardFields | undefined;
}

/**
 * Tells whether two requests ask for the same, without keeping either: an HMAC of what is asked in canonical order, in which
 * the card number stands as an HMAC of its own, a token as its mark, and the security code not at all.
 */
export function fingerprintRequest(keyRing: KeyRing, { asked, token, card }: FingerprintedRequest): Buffer {
	const digest = (value: unknown) => keyRing.mac("idempotency", JSON.stringify(value));
	const masked: Record<string, unknown> = { asked };
	if (token !== undefined) masked.token = (tokenFingerprint(token) ?? digest(token)).toString("hex");
	if (card !== undefined) {
		const { number, month, year } = card;
		masked.card = { number: number === undefined ? undefined : digest(number).toString("hex"), month, year };
	}
	return keyRing.mac("idempotency", canonical(masked));
}

/** JSON with the keys of every object in order, so that the order in which a client writes them does not matter. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) => {
		if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
		return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
	});
}
