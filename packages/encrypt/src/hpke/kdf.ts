import { ascii, concat, I2OSP, type Octets, type UnsharedOctets, wipe } from "./octets.ts";

/** RFC 2104. */
export type Hmac = (key: Octets, message: Octets) => Octets;

const B = 64;

/** RFC 2104 §2. Libraries' own HMAC is more code in browsers. */
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

/** Padded to a block and XORed with `pad`. */
function padded(K: Octets, pad: number, text: Octets): Octets {
	const octets = new Uint8Array(B + text.length).fill(pad, 0, B);
	for (let i = 0; i < K.length; i++) octets[i] = pad ^ (K[i] ?? 0);
	octets.set(text, B);
	return octets;
}

/** LabeledExtract(salt, label, ikm), RFC 9180 §4. HKDF-Extract is one HMAC keyed with the salt (RFC 5869 §2.2). */
export function labeledExtract(hmac: Hmac, suite_id: Octets, label: string, ikm: Octets): (salt: Octets) => Octets {
	const labeled_ikm = labeled(suite_id, label, ikm);
	return (salt) => hmac(salt, labeled_ikm);
}

/** LabeledExpand(prk, label, info, L), RFC 9180 §4. L ≤ 32: only T(1) of HKDF-Expand (RFC 5869 §2.3). */
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

/** labeled_ikm of LabeledExtract, RFC 9180 §4, and the end of labeled_info. */
export function labeled(suite_id: Octets, label: string, octets: Octets): UnsharedOctets {
	return concat(ascii("HPKE-v1"), suite_id, ascii(label), octets);
}
