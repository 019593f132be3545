import crypto, { type KeyObject } from "node:crypto";
import { Nt, type Open } from "../aead.ts";
import { type Hmac, hmacOf } from "../kdf.ts";
import { Nenc, Nsk, sharedSecret } from "../kem.ts";
import { concat, fromHex, type Octets, wipe } from "../octets.ts";
import type { Suite } from "../suite.ts";

/** The key object never leaves node:crypto. */
export interface RecipientKey {
	pkRm: Octets;
	/** Decap(enc, skR), RFC 9180 §4.1; `undefined` for an invalid `enc`. */
	decap: (enc: Octets) => Octets | undefined;
}

/** PKCS #8, before the 32 octets (RFC 8410 §7). */
const pkcs8Prefix = fromHex("302e020100300506032b656e04220420");

/**
 * Import once: it costs as much as opening a token.
 *
 * @throws RangeError when the key is not 32 octets long; any 32 octets are a key (RFC 7748 §5)
 */
export function importRecipientKey(suite: Suite, skRm: Octets): RecipientKey {
	if (skRm.length !== Nsk) throw new RangeError("An X25519 private key has 32 bytes");
	const der = Buffer.from(concat(pkcs8Prefix, skRm));
	const skR = crypto.createPrivateKey({ key: der, format: "der", type: "pkcs8" });
	wipe(der);
	const pkRm = fromBase64url(crypto.createPublicKey(skR).export({ format: "jwk" }).x);
	const decap = "decapsulate" in crypto ? decapNative(skR) : decapStepwise(suite, skR, pkRm);
	return { pkRm, decap: (enc) => (enc.length === Nenc ? decap(enc) : undefined) };
}

/** OpenSSL 3.5's own DHKEM (Node 24.7), twice as fast. */
export function decapNative(skR: KeyObject): RecipientKey["decap"] {
	return (enc) => refusing(() => crypto.decapsulate(skR, enc));
}

export function decapStepwise(suite: Suite, skR: KeyObject, pkRm: Octets): RecipientKey["decap"] {
	return (enc) => {
		const x = Buffer.from(enc).toString("base64url");
		const pkE = crypto.createPublicKey({ key: { kty: "OKP", crv: "X25519", x }, format: "jwk" });
		const dh = refusing(() => crypto.diffieHellman({ privateKey: skR, publicKey: pkE }));
		return dh && sharedSecret(hmac, suite, dh, enc, pkRm);
	};
}

/** OpenSSL throws for an all-zero result (RFC 9180 §7.1.4) and for a wrong tag. */
function refusing(operation: () => Octets): Octets | undefined {
	try {
		return operation();
	} catch {
		return undefined;
	}
}

export const hmac: Hmac = hmacOf((octets) => crypto.hash("sha256", octets, "buffer"));

export const open: Open = (key, nonce, aad, ct) => {
	// A key object costs a quarter of the key import inside createDecipheriv.
	const secretKey = crypto.createSecretKey(key);
	const decipher = crypto.createDecipheriv("aes-256-gcm", secretKey, nonce, { authTagLength: Nt });
	const tagAt = ct.length - Nt;
	decipher.setAAD(aad).setAuthTag(ct.subarray(tagAt));
	const pt = decipher.update(ct.subarray(0, tagAt));
	return refusing(() => {
		decipher.final();
		return pt;
	});
};

function fromBase64url(text: string | undefined): Octets {
	return new Uint8Array(Buffer.from(text ?? "", "base64url"));
}
