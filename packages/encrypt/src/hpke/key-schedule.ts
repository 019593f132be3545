import { Nn } from "./aead.ts";
import { type Hmac, labeledExpand, labeledExtract } from "./kdf.ts";
import { concat, empty, type Octets, wipe } from "./octets.ts";
import type { Suite } from "./suite.ts";

/** The recipient's key only (RFC 9180 §5, Table 1). */
export const mode_base = 0x00;

/** RFC 9180 §5.1, with the empty psk_id of mode base. */
export function keyScheduleContext(hmac: Hmac, { suite_id }: Suite, info: Octets): Octets {
	const psk_id_hash = labeledExtract(hmac, suite_id, "psk_id_hash", empty)(empty);
	const info_hash = labeledExtract(hmac, suite_id, "info_hash", info)(empty);
	return concat(Uint8Array.of(mode_base), psk_id_hash, info_hash);
}

/** Wipes `shared_secret`. */
export type KeySchedule = (shared_secret: Octets) => { key: Octets; base_nonce: Octets };

/**
 * KeySchedule for mode base, RFC 9180 §5.1, without the exporter secret. A key seals one message, so the nonce is
 * `base_nonce` (§5.2).
 */
export function keySchedule(hmac: Hmac, suite: Suite, info: Octets): KeySchedule {
	const { suite_id, Nk } = suite;
	const context = keyScheduleContext(hmac, suite, info);
	const extractSecret = labeledExtract(hmac, suite_id, "secret", empty);
	const expandKey = labeledExpand(hmac, suite_id, "key", context, Nk);
	const expandNonce = labeledExpand(hmac, suite_id, "base_nonce", context, Nn);
	return (shared_secret) => {
		const secret = extractSecret(shared_secret);
		const key = expandKey(secret);
		const base_nonce = expandNonce(secret);
		wipe(shared_secret, secret);
		return { key, base_nonce };
	};
}
