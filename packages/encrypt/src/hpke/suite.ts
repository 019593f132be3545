import { ascii, concat, I2OSP, type Octets } from "./octets.ts";

/** What the formulas need to know of a ciphersuite (RFC 9180 §7). */
export interface Suite {
	/** Binds the KEM's derivations to the KEM (§4.1). */
	readonly kem_suite_id: Octets;
	/** Binds the key schedule to KEM, KDF and AEAD (§5.1). */
	readonly suite_id: Octets;
	/** Length of the AEAD's key in octets (§7.3). */
	readonly Nk: number;
}

/** A ciphersuite from its registered identifiers (RFC 9180 §7.1, §7.2, §7.3). */
export function defineSuite(kem_id: number, kdf_id: number, aead_id: number, Nk: number): Suite {
	return {
		kem_suite_id: concat(ascii("KEM"), I2OSP(kem_id, 2)),
		suite_id: concat(ascii("HPKE"), I2OSP(kem_id, 2), I2OSP(kdf_id, 2), I2OSP(aead_id, 2)),
		Nk,
	};
}

/** DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. */
export const x25519Sha256Aes256Gcm: Suite = /* @__PURE__ */ defineSuite(0x0020, 0x0001, 0x0002, 32);
