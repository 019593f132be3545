import crypto from "node:crypto";
import type { Hmac } from "../../packages/encrypt/src/hpke/kdf.ts";
import type { KeyAgreement } from "../../packages/encrypt/src/hpke/kem.ts";
import { fromHex } from "../../packages/encrypt/src/hpke/octets.ts";
import * as native from "../../packages/encrypt/src/hpke/primitives/native.ts";
import * as noble from "../../packages/encrypt/src/hpke/primitives/noble.ts";
import * as node from "../../packages/encrypt/src/hpke/primitives/node.ts";

/** The functions that agree on a secret and derive from it. noble seals, node opens. */
export interface PrimitiveSet {
	name: string;
	agree: KeyAgreement;
	hmac: Hmac;
}

/** Browser with WebCrypto, browser without it, and server. The server only opens; its `agree` is for these tests. */
export const primitiveSets: readonly PrimitiveSet[] = [
	{ name: "WebCrypto", agree: native.agree, hmac: noble.hmac },
	{ name: "noble", agree: noble.agree, hmac: noble.hmac },
	{ name: "node:crypto", agree: agreeOnNode, hmac: node.hmac },
];

async function agreeOnNode(skE: Uint8Array, pkR: Uint8Array) {
	const privateKey = importPrivateKey(skE);
	const publicKey = crypto.createPublicKey({
		key: { kty: "OKP", crv: "X25519", x: Buffer.from(pkR).toString("base64url") },
		format: "jwk",
	});
	const { x = "" } = crypto.createPublicKey(privateKey).export({ format: "jwk" });
	return { dh: crypto.diffieHellman({ privateKey, publicKey }), enc: new Uint8Array(Buffer.from(x, "base64url")) };
}

/** Wraps 32 octets of X25519 private key as a key object (RFC 8410 §7). */
export function importPrivateKey(sk: Uint8Array): crypto.KeyObject {
	const der = Buffer.concat([fromHex("302e020100300506032b656e04220420"), sk]);
	return crypto.createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}
