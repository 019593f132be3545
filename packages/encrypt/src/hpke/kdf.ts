import { ascii, concat, I2OSP, type Octets } from "./octets.ts";

/** HMAC-SHA256 (RFC 2104), the building block of HKDF-SHA256. */
export type Hmac = (key: Octets, message: Octets) => Octets;

/**
 * LabeledExtract(salt, label, ikm), RFC 9180 §4. The salt goes into a second call, so that `labeled_ikm` is built once
 * for many salts. HKDF-Extract is one HMAC keyed with the salt (RFC 5869 §2.2); an empty salt is the same key as the
 * default salt of zeros.
 *
 * @param suite_id the KEM's or the key schedule's
 */
export function labeledExtract(hmac: Hmac, suite_id: Octets, label: string, ikm: Octets): (salt: Octets) => Octets {
	const labeled_ikm = labeled(suite_id, label, ikm);
	return (salt) => hmac(salt, labeled_ikm);
}

/**
 * LabeledExpand(prk, label, info, L), RFC 9180 §4, with the prk in a second call as well. Requires L ≤ 32, so that the
 * result is the first block, T(1), of HKDF-Expand (RFC 5869 §2.3).
 *
 * @param suite_id the KEM's or the key schedule's
 */
export function labeledExpand(
	hmac: Hmac,
	suite_id: Octets,
	label: string,
	info: Octets,
	L: number,
): (prk: Octets) => Octets {
	const labeled_info = concat(I2OSP(L, 2), labeled(suite_id, label, info));
	const firstBlock = concat(labeled_info, I2OSP(1, 1));
	return (prk) => hmac(prk, firstBlock).subarray(0, L);
}

/** The common prefix: concat("HPKE-v1", suite_id, label, …). */
function labeled(suite_id: Octets, label: string, octets: Octets): Octets {
	return concat(ascii("HPKE-v1"), suite_id, ascii(label), octets);
}
