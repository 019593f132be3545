import { generateKeyPairSync } from "node:crypto";
import { Nenc } from "./hpke/kem.ts";
import { type KeySchedule, keySchedule } from "./hpke/key-schedule.ts";
import { empty, wipe } from "./hpke/octets.ts";
import { hmac, importRecipientKey, open, type RecipientKey } from "./hpke/primitives/node.ts";
import { x25519Sha256Aes256Gcm as suite } from "./hpke/suite.ts";
import { keyIdOf } from "./public-key.ts";
import {
	decodePlaintext,
	headerLength,
	type TokenContent,
	tokenHeader,
	tokenInfo,
	tokenLength,
	tokenPrefix,
	tokenSuite,
	tokenVersion,
} from "./token.ts";

export { formatPublicKey, keyIdOf } from "./public-key.ts";

/** {@link openEnvelope} authenticates them. */
export interface Envelope {
	keyId: string;
	/** 32 bytes, unique per token. */
	enc: Uint8Array;
	/** 48 bytes and their tag. */
	ciphertext: Uint8Array;
}

/** Keep it: importing costs as much as opening. */
export interface Recipient {
	keyId: string;
	/** 32 bytes. */
	publicKey: Uint8Array;
	decap: RecipientKey["decap"];
	keySchedule: KeySchedule;
}

export type OpenedToken = TokenContent;

/** 32 bytes each. */
export function generateRecipientKey(): { privateKey: Uint8Array; publicKey: Uint8Array } {
	const { d = "", x = "" } = generateKeyPairSync("x25519").privateKey.export({ format: "jwk" });
	return { privateKey: fromBase64url(d), publicKey: fromBase64url(x) };
}

/**
 * `undefined` for invalid text. Each token has exactly one accepted spelling, so a record of used tokens cannot be
 * bypassed.
 */
export function readEnvelope(token: unknown): Envelope | undefined {
	if (typeof token !== "string" || token.length !== tokenLength || !token.startsWith(tokenPrefix)) return undefined;
	const text = token.slice(tokenPrefix.length);
	const body = Buffer.from(text, "base64url");
	if (body.toString("base64url") !== text) return undefined;
	if (body[0] !== tokenVersion || body[1] !== tokenSuite) return undefined;
	const ciphertextAt = headerLength + Nenc;
	return {
		keyId: body.toString("hex", 2, headerLength),
		enc: new Uint8Array(body.subarray(headerLength, ciphertextAt)),
		ciphertext: new Uint8Array(body.subarray(ciphertextAt)),
	};
}

/**
 * @param privateKey 32 bytes; the caller may wipe them afterwards
 * @throws RangeError when it has another length
 */
export function recipient(privateKey: Uint8Array): Recipient {
	const { pkRm, decap } = importRecipientKey(suite, privateKey);
	const keyId = keyIdOf(pkRm);
	const info = tokenInfo(tokenHeader(keyId));
	return { keyId, publicKey: pkRm, decap, keySchedule: keySchedule(hmac, suite, info) };
}

/**
 * OpenBase of RFC 9180 §6.1. Returns `undefined` for every failure, as a distinction would help attackers. The caller
 * checks age, Luhn and expiry.
 */
export function openEnvelope(envelope: Envelope, recipient: Recipient): OpenedToken | undefined {
	if (envelope.keyId !== recipient.keyId) return undefined;
	const shared_secret = recipient.decap(envelope.enc);
	if (!shared_secret) return undefined;
	const { key, base_nonce } = recipient.keySchedule(shared_secret);
	const plaintext = open(key, base_nonce, empty, envelope.ciphertext);
	wipe(key, base_nonce);
	if (!plaintext) return undefined;
	const opened = decodePlaintext(plaintext);
	wipe(plaintext);
	return opened;
}

function fromBase64url(text: string): Uint8Array {
	return new Uint8Array(Buffer.from(text, "base64url"));
}
