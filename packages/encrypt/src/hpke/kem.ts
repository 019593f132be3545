import { type Hmac, labeledExpand, labeledExtract } from "./kdf.ts";
import { concat, empty, isZero, type Octets, wipe } from "./octets.ts";
import type { Suite } from "./suite.ts";

/** Octets of DHKEM(X25519, HKDF-SHA256) (RFC 9180 §7.1). */
export const Nsecret = 32;
export const Nenc = 32;
export const Npk = 32;
export const Nsk = 32;

/** DH(skE, pkR), and skE's serialized public key. */
export type KeyAgreement = (skE: Octets, pkR: Octets) => Promise<{ dh: Octets; enc: Octets }>;

/** Encap(pkR), RFC 9180 §4.1. `skE` must be fresh and random; it is wiped. */
export async function encap(
	agree: KeyAgreement,
	hmac: Hmac,
	suite: Suite,
	pkR: Octets,
	skE: Octets,
): Promise<{ shared_secret: Octets; enc: Octets }> {
	const { dh, enc } = await agree(skE, pkR).finally(() => wipe(skE));
	const shared_secret = sharedSecret(hmac, suite, dh, enc, pkR);
	if (!shared_secret) throw new RangeError("pkR has low order");
	return { shared_secret, enc };
}

/**
 * The common part of Encap and Decap, RFC 9180 §4.1. Wipes `dh`.
 *
 * @returns `undefined` for an all-zero `dh`, from a public key of low order (§7.1.4)
 */
export function sharedSecret(
	hmac: Hmac,
	{ kem_suite_id }: Suite,
	dh: Octets,
	enc: Octets,
	pkRm: Octets,
): Octets | undefined {
	if (isZero(dh)) return undefined;
	const kem_context = concat(enc, pkRm);
	const eae_prk = labeledExtract(hmac, kem_suite_id, "eae_prk", dh)(empty);
	const shared_secret = labeledExpand(hmac, kem_suite_id, "shared_secret", kem_context, Nsecret)(eae_prk);
	wipe(dh, eae_prk);
	return shared_secret;
}
