import { fromHex, type Octets } from "./octets.ts";

/** What the formulas need to know of a ciphersuite (RFC 9180 §7). */
export interface Suite {
	/** "KEM", kem_id: binds what the KEM derives to the KEM (§4.1). */
	readonly kem_suite_id: Octets;
	/** "HPKE", kem_id, kdf_id, aead_id: binds the key schedule to all three (§5.1). */
	readonly suite_id: Octets;
	/** LabeledExtract("", "psk_id_hash", psk_id) of the key schedule (§5.1): mode base has no psk_id, so it never changes. */
	readonly psk_id_hash: Octets;
	/** Length of the AEAD's key in octets (§7.3). */
	readonly Nk: number;
}

/** DHKEM(X25519, HKDF-SHA256) 0x0020, HKDF-SHA256 0x0001, AES-256-GCM 0x0002. */
export const x25519Sha256Aes256Gcm: Suite = {
	kem_suite_id: /* @__PURE__ */ fromHex("4b454d0020"),
	suite_id: /* @__PURE__ */ fromHex("48504b45002000010002"),
	psk_id_hash: /* @__PURE__ */ fromHex("4ce5472ecdd5093ba0aecb8f871ff13f1fbc90ee76f0e18ace1a1b7e565bafa3"),
	Nk: 32,
};
