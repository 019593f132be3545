import { Nn } from "./aead.ts";
import { type Hmac, labeledExpand, labeledExtract } from "./kdf.ts";
import { concat, empty, type Octets, wipe } from "./octets.ts";
import type { Suite } from "./suite.ts";

/** The only mode there is here: the recipient's key alone, no pre-shared key, no sender's key (RFC 9180 §5, Table 1). */
const mode_base = 0x00;

/**
 * `key_schedule_context` of RFC 9180 §5.1. It depends on the suite and the info only, so whoever opens many messages
 * computes it once.
 */
export function keyScheduleContext(hmac: Hmac, { suite_id, psk_id_hash }: Suite, info: Octets): Octets {
	const info_hash = labeledExtract(hmac, suite_id, empty, "info_hash", info);
	return concat(Uint8Array.of(mode_base), psk_id_hash, info_hash);
}

/**
 * KeySchedule for mode base, RFC 9180 §5.1, without the exporter secret, which nothing here uses. Wipes `shared_secret`.
 *
 * A key seals one message only, so the nonce of sequence number 0, which is `base_nonce` (§5.2), is the only one used.
 */
export function keySchedule(
	hmac: Hmac,
	{ suite_id, Nk }: Suite,
	shared_secret: Octets,
	key_schedule_context: Octets,
): { key: Octets; base_nonce: Octets } {
	const secret = labeledExtract(hmac, suite_id, shared_secret, "secret", empty);
	const key = labeledExpand(hmac, suite_id, secret, "key", key_schedule_context, Nk);
	const base_nonce = labeledExpand(hmac, suite_id, secret, "base_nonce", key_schedule_context, Nn);
	wipe(shared_secret, secret);
	return { key, base_nonce };
}
