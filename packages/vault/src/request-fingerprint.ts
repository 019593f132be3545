import type { KeyRing } from "./key-ring.ts";
import { tokenMark } from "./open-token.ts";

/**
 * Tells whether two requests ask for the same, without keeping either: an HMAC of the body in canonical order, in which
 * the card number stands as an HMAC of its own, a token as its mark, and the security code not at all.
 */
export function fingerprintRequest(keyRing: KeyRing, body: Readonly<Record<string, unknown>>): Buffer {
	const { card_number: number, cvv2: _never, token, ...rest } = body;
	const masked: Record<string, unknown> = { ...rest };
	if (number !== undefined) masked.card_number = keyRing.mac("idempotency", JSON.stringify(number)).toString("hex");
	if (token !== undefined) {
		const mark = tokenMark(token) ?? keyRing.mac("idempotency", JSON.stringify(token));
		masked.token = mark.toString("hex");
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
