import { ascii, concat, I2OSP, type Octets, type UnsharedOctets, wipe } from "./octets.ts";

/** HMAC-SHA256 (RFC 2104), the building block of HKDF-SHA256. */
export type Hmac = (key: Octets, message: Octets) => Octets;

/** The block length of SHA-256 in octets. */
const B = 64;

/**
 * Returns HMAC-SHA256 of two one-shot hashes (RFC 2104 §2). Libraries' own HMAC is more code in browsers; on the server it
 * needs three objects per call, and the garbage collector finalizes them one by one while every request waits.
 */
export function hmacOf(H: (octets: Octets) => Octets): Hmac {
	return (key, message) => {
		// No HPKE key is longer than a block.
		const K = key.length > B ? H(key) : key;
		const inner = padded(K, 0x36, message);
		const innerHash = H(inner);
		const outer = padded(K, 0x5c, innerHash);
		const tag = H(outer);
		wipe(inner, innerHash, outer);
		return tag;
	};
}

/** The key, padded to a block and XORed with `pad`, followed by the text. */
function padded(K: Octets, pad: number, text: Octets): Octets {
	const octets = new Uint8Array(B + text.length).fill(pad, 0, B);
	for (let i = 0; i < K.length; i++) octets[i] = pad ^ (K[i] ?? 0);
	octets.set(text, B);
	return octets;
}

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
	const firstBlock = concat(labeledInfo(suite_id, label, info, L), I2OSP(1, 1));
	return (prk) => hmac(prk, firstBlock).subarray(0, L);
}

/** labeled_info of LabeledExpand, RFC 9180 §4. */
export function labeledInfo(suite_id: Octets, label: string, info: Octets, L: number): UnsharedOctets {
	return concat(I2OSP(L, 2), labeled(suite_id, label, info));
}

/** labeled_ikm of LabeledExtract, RFC 9180 §4, and the end of labeled_info: concat("HPKE-v1", suite_id, label, …). */
export function labeled(suite_id: Octets, label: string, octets: Octets): UnsharedOctets {
	return concat(ascii("HPKE-v1"), suite_id, ascii(label), octets);
}
