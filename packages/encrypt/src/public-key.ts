import { sha256 } from "@noble/hashes/sha2.js";
import { decodeBech32m, encodeBech32m } from "./bech32m.ts";
import { CardsealError } from "./errors.ts";
import { isLowOrder } from "./hpke/curve25519.ts";
import { Npk } from "./hpke/kem.ts";
import { ascii, concat, type Octets, toHex } from "./hpke/octets.ts";

export type Environment = "test" | "live";

/** A merchant's public key, as its string says it. */
export interface PublicKey {
	readonly environment: Environment;
	/** 1: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. */
	readonly suite: 1;
	/** 16 hexadecimal digits that name the key in every token. */
	readonly keyId: string;
	/** 32 bytes, X25519. */
	readonly publicKey: Uint8Array;
}

const version = 1;
const suite = 1;

/** "pktest1" or "pklive1", 34 bytes in 55 characters, a checksum of 6. */
const stringLength = 68;

/**
 * Reads a merchant's public key string: `pktest1…` or `pklive1…`, 68 letters and digits.
 *
 * White space around it is taken off. Nothing else is corrected: a guess at what was meant would encrypt cards to a key
 * that nobody has.
 *
 * @throws CardsealError `invalid_public_key`, with a message for whoever set the key up
 */
export function parsePublicKey(publicKey: string): PublicKey {
	const { environment, octets } = decode(publicKey);
	const point = octets.slice(2);
	if (octets[0] !== version) throw refusal("has a version that this release does not know. Update @cardseal/encrypt.");
	if (octets[1] !== suite) throw refusal("has a suite that this release does not know. Update @cardseal/encrypt.");
	if (point.length !== Npk) throw refusal(`holds ${point.length} bytes of key instead of ${Npk}.`);
	if (isLowOrder(point)) throw refusal("is a point of low order, with which nothing can be kept secret.");
	return { environment, suite, keyId: keyIdOf(point), publicKey: point };
}

function decode(publicKey: unknown): { environment: Environment; octets: Octets } {
	if (typeof publicKey !== "string") throw refusal("must be a string.");
	const text = publicKey.trim();
	const lower = text.toLowerCase();
	if (/^sk_?(test|live)/.test(lower)) throw secretKeyRefusal();
	const [, prefix, environment] = /^(pk(test|live))1/.exec(lower) ?? [];
	if (!prefix) throw refusal("must begin with pktest1 or pklive1. Copy it from your merchant settings.");
	if (text !== lower && text !== text.toUpperCase()) throw refusal("mixes upper and lower case. Copy it again.");
	const octets = decodeBech32m(prefix, lower);
	if (!octets && text.length !== stringLength) {
		throw refusal(`has ${text.length} characters instead of ${stringLength}. Copy all of it.`);
	}
	if (!octets) throw refusal("has a wrong character in it: its checksum does not fit. Copy it again.");
	return { environment: environment === "live" ? "live" : "test", octets };
}

function refusal(message: string): CardsealError {
	return new CardsealError("invalid_public_key", "publicKey", `The public key ${message}`);
}

/** Said loudly, because whoever sees it has probably published the secret already. */
function secretKeyRefusal(): CardsealError {
	return new CardsealError(
		"invalid_public_key",
		"publicKey",
		"THIS IS A SECRET KEY. It must never be in a page. Revoke it now in your merchant settings, then use the public key, " +
			"which begins with pktest1 or pklive1.",
	);
}

/** The public key string for 32 bytes of X25519 public key: what {@link parsePublicKey} reads. */
export function formatPublicKey(publicKey: Uint8Array, environment: Environment): string {
	return encodeBech32m(`pk${environment}`, concat(Uint8Array.of(version, suite), publicKey));
}

/** The key id, 16 hexadecimal digits, of 32 bytes of X25519 public key. It is public, and the same in both environments. */
export function keyIdOf(publicKey: Uint8Array): string {
	const hash = sha256(concat(ascii("cardseal key id v1"), Uint8Array.of(suite), publicKey));
	return toHex(hash.subarray(0, 8));
}
