import { ascii, concat, I2OSP, type Octets } from "./octets.ts";

/** HMAC-SHA256 (RFC 2104), the one thing HKDF-SHA256 is made of. */
export type Hmac = (key: Octets, message: Octets) => Octets;

const version = ascii("HPKE-v1");

/**
 * LabeledExtract(salt, label, ikm), RFC 9180 §4. HKDF-Extract is one HMAC keyed with the salt (RFC 5869 §2.2); an empty
 * salt is the same key as the string of zeros that stands for none.
 *
 * @param suite_id the KEM's or the key schedule's
 */
export function labeledExtract(hmac: Hmac, suite_id: Octets, salt: Octets, label: string, ikm: Octets): Octets {
	return hmac(salt, labeledIkm(suite_id, label, ikm));
}

/** What LabeledExtract feeds to HKDF-Extract. */
export function labeledIkm(suite_id: Octets, label: string, ikm: Octets): Octets {
	return concat(version, suite_id, ascii(label), ikm);
}

/**
 * LabeledExpand(prk, label, info, L), RFC 9180 §4, for L ≤ 32: all that is derived here fits the first block, T(1), of
 * HKDF-Expand (RFC 5869 §2.3).
 *
 * @param suite_id the KEM's or the key schedule's
 */
export function labeledExpand(
	hmac: Hmac,
	suite_id: Octets,
	prk: Octets,
	label: string,
	info: Octets,
	L: number,
): Octets {
	return hmac(prk, firstBlock(suite_id, label, info, L)).subarray(0, L);
}

/** What LabeledExpand feeds to HMAC for T(1): labeled_info and the block's number. */
export function firstBlock(suite_id: Octets, label: string, info: Octets, L: number): Octets {
	return concat(I2OSP(L, 2), version, suite_id, ascii(label), info, I2OSP(1, 1));
}
