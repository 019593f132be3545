import { ascii, concat, I2OSP, type Octets, wipe } from "./octets.ts";
import type { Suite } from "./suite.ts";

/** HMAC-SHA256 (RFC 2104, FIPS 180-4), the one thing HKDF-SHA256 is made of. */
export type Hmac = (key: Octets, message: Octets) => Octets;

/** Output size of HKDF-SHA256's Extract (RFC 9180 §7.2). */
const Nh = 32;

/** HKDF-Extract(salt, ikm), RFC 5869 §2.2. An empty salt is the same HMAC key as the RFC's string of zeros. */
function extract(hmac: Hmac, salt: Octets, ikm: Octets): Octets {
	return hmac(salt, ikm);
}

/**
 * HKDF-Expand(prk, info, L), RFC 5869 §2.3, for one block: nothing in this suite is longer than the hash's output.
 */
function expand(hmac: Hmac, prk: Octets, info: Octets, L: number): Octets {
	if (L > Nh) throw new RangeError("HKDF-Expand is limited to one block");
	const block = hmac(prk, concat(info, I2OSP(1, 1)));
	const okm = new Uint8Array(block.subarray(0, L));
	wipe(block);
	return okm;
}

/** LabeledExtract(salt, label, ikm), RFC 9180 §4. `suite_id` says whether the KEM asks or the key schedule. */
export function labeledExtract(
	hmac: Hmac,
	suite_id: Suite["suite_id"],
	salt: Octets,
	label: string,
	ikm: Octets,
): Octets {
	const labeled_ikm = concat(ascii("HPKE-v1"), suite_id, ascii(label), ikm);
	return extract(hmac, salt, labeled_ikm);
}

/** LabeledExpand(prk, label, info, L), RFC 9180 §4, with L ≤ 32. */
export function labeledExpand(
	hmac: Hmac,
	suite_id: Suite["suite_id"],
	prk: Octets,
	label: string,
	info: Octets,
	L: number,
): Octets {
	const labeled_info = concat(I2OSP(L, 2), ascii("HPKE-v1"), suite_id, ascii(label), info);
	return expand(hmac, prk, labeled_info, L);
}
