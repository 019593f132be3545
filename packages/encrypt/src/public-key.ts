import { sha256 } from "@noble/hashes/sha2.js";
import { decodeBech32m, encodeBech32m } from "./bech32m.ts";
import { CardsealError } from "./errors.ts";
import { isLowOrder } from "./hpke/curve25519.ts";
import { Npk } from "./hpke/kem.ts";
import { ascii, concat, type Octets, toHex } from "./hpke/octets.ts";

export type Environment = "test" | "live";

export interface PublicKey {
	environment: Environment;
	/** 1: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. */
	suite: 1;
	/** 16 hexadecimal digits. */
	keyId: string;
	/** 32 bytes, X25519. */
	publicKey: Uint8Array;
}

const version = 1;
const suite = 1;

/** "pktest1" or "pklive1", 34 bytes in 55 characters, a checksum of 6. */
const stringLength = 68;

/**
 * `pktest1…` or `pklive1…`, 68 letters and digits. Surrounding white space is removed.
 *
 * @throws CardsealError `invalid_public_key`
 */
export function parsePublicKey(publicKey: string): PublicKey {
	const { environment, octets } = decode(publicKey);
	const point = octets.slice(2);
	if (octets[0] !== version) throw refusal("has a version unknown to this release");
	if (octets[1] !== suite) throw refusal("has a suite unknown to this release");
	if (point.length !== Npk) throw refusal(`holds ${point.length} bytes, not ${Npk}`);
	if (isLowOrder(point)) throw refusal("is a point of low order");
	return { environment, suite, keyId: keyIdOf(point), publicKey: point };
}

function decode(publicKey: unknown): { environment: Environment; octets: Octets } {
	if (typeof publicKey !== "string") throw refusal("is not a string");
	const text = publicKey.trim();
	const lower = text.toLowerCase();
	if (/^sk_?(test|live)/.test(lower)) throw refusal("IS A SECRET KEY. REVOKE IT NOW, never put it in a page");
	const environment = (["test", "live"] as const).find((name) => lower.startsWith(`pk${name}1`));
	if (!environment) throw refusal("does not begin with pktest1 or pklive1");
	if (text !== lower && text !== text.toUpperCase()) throw refusal("mixes upper and lower case");
	const octets = decodeBech32m(`pk${environment}`, lower);
	if (octets) return { environment, octets };
	if (text.length === stringLength) throw refusal("has a wrong character: its checksum does not fit");
	throw refusal(`has ${text.length} characters, not ${stringLength}`);
}

function refusal(reason: string): CardsealError {
	const message = `The public key ${reason}. Copy it from Settings, Encryption keys, in the gateway's web application.`;
	return new CardsealError("invalid_public_key", "publicKey", message);
}

/** Takes 32 bytes of X25519 public key. */
export function formatPublicKey(publicKey: Uint8Array, environment: Environment): string {
	return encodeBech32m(`pk${environment}`, concat(Uint8Array.of(version, suite), publicKey));
}

/** 16 hexadecimal digits, the same in both environments. */
export function keyIdOf(publicKey: Uint8Array): string {
	const hash = sha256(concat(ascii("cardseal key id v1"), Uint8Array.of(suite), publicKey));
	return toHex(hash.subarray(0, 8));
}
