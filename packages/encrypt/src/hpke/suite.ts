import { fromHex, type Octets } from "./octets.ts";

/** The parameters of a ciphersuite (RFC 9180 §7). */
export interface Suite {
	/** "KEM", kem_id (§4.1). */
	kem_suite_id: Octets;
	/** "HPKE", kem_id, kdf_id, aead_id (§5.1). */
	suite_id: Octets;
	/** Octets of the AEAD's key (§7.3). */
	Nk: number;
}

/** DHKEM(X25519, HKDF-SHA256) 0x0020, HKDF-SHA256 0x0001, AES-256-GCM 0x0002. */
export const x25519Sha256Aes256Gcm: Suite = {
	kem_suite_id: /* @__PURE__ */ fromHex("4b454d0020"),
	suite_id: /* @__PURE__ */ fromHex("48504b45002000010002"),
	Nk: 32,
};
