import type { RawCardFields } from "./cards/card.ts";
import type { KeyRing } from "./keys/key-ring.ts";
import { tokenFingerprint } from "./tokens/open-token.ts";

export interface FingerprintedRequest {
	asked: Record<string, unknown>;
	token?: unknown;
	card?: RawCardFields | undefined;
}

/** An HMAC that is equal for equal requests. Leaves out the security code. */
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

function canonical(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) => {
		if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
		return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
	});
}
