import type { CardFields } from "@cardseal/card";
import { afterEach, describe, expect, test, vi } from "vitest";
import { encryptCard } from "../../packages/encrypt/src/encrypt-card.ts";
import { encap } from "../../packages/encrypt/src/hpke/kem.ts";
import { keySchedule } from "../../packages/encrypt/src/hpke/key-schedule.ts";
import { empty, fromHex, toHex } from "../../packages/encrypt/src/hpke/octets.ts";
import { seal } from "../../packages/encrypt/src/hpke/primitives/noble.ts";
import { x25519Sha256Aes256Gcm as suite } from "../../packages/encrypt/src/hpke/suite.ts";
import { formatPublicKey, keyIdOf, openEnvelope, readEnvelope, recipient } from "../../packages/encrypt/src/open.ts";
import { parsePublicKey } from "../../packages/encrypt/src/public-key.ts";
import {
	decodePlaintext,
	encodePlaintext,
	formatToken,
	tokenHeader,
	tokenInfo,
} from "../../packages/encrypt/src/token.ts";
import { primitiveSets } from "./primitive-sets.ts";
import { readVectors } from "./read.ts";

interface TokenVector {
	card: CardFields;
	issued_at: number;
	session_id: string;
	ephemeral_private_key: string;
	enc: string;
	plaintext: string;
	token: string;
}

const vectors = readVectors<{
	recipient_private_key: string;
	recipient_public_key: string;
	public_key_test: string;
	public_key_live: string;
	key_id: string;
	tokens: TokenVector[];
}>("card-token-vectors.json");

const noSession = "0".repeat(32);
const tokens = vectors.tokens.map((vector) => ({
	...vector,
	content: {
		card: vector.card,
		issuedAt: vector.issued_at,
		sessionId: vector.session_id === noSession ? undefined : vector.session_id,
	},
}));
const publicKey = fromHex(vectors.recipient_public_key);

afterEach(() => {
	vi.unstubAllGlobals();
});

/** The page's `crypto` with one known random number, with or without WebCrypto. */
function stubCrypto(random: Uint8Array, subtle: SubtleCrypto | undefined) {
	vi.stubGlobal("crypto", {
		subtle,
		getRandomValues: (octets: Uint8Array) => {
			octets.set(random);
			return octets;
		},
	});
}

test("the public key has two string forms and an id", () => {
	expect(keyIdOf(publicKey)).toBe(vectors.key_id);
	expect(formatPublicKey(publicKey, "test")).toBe(vectors.public_key_test);
	expect(formatPublicKey(publicKey, "live")).toBe(vectors.public_key_live);
	for (const environment of ["test", "live"] as const) {
		const parsed = parsePublicKey(vectors[`public_key_${environment}`]);
		expect(parsed).toEqual({ environment, suite: 1, keyId: vectors.key_id, publicKey });
	}
});

test("the recipient's private key gives the public key", () => {
	expect(recipient(fromHex(vectors.recipient_private_key))).toMatchObject({ keyId: vectors.key_id, publicKey });
});

describe.each(tokens)("$token", ({ content, plaintext, enc, ephemeral_private_key, token }) => {
	test("has its plaintext in both directions", () => {
		expect(toHex(encodePlaintext(content))).toBe(plaintext);
		expect(decodePlaintext(fromHex(plaintext))).toEqual(content);
	});

	test("opens on the server", () => {
		const envelope = readEnvelope(token);
		expect(envelope?.keyId).toBe(vectors.key_id);
		expect(envelope && toHex(envelope.enc)).toBe(enc);
		const opened = envelope && openEnvelope(envelope, recipient(fromHex(vectors.recipient_private_key)));
		expect(opened).toEqual(content);
	});

	test.each([
		["with WebCrypto", globalThis.crypto.subtle],
		["without WebCrypto", undefined],
	])("equals the token of a browser %s with the same ephemeral key", async (_, subtle) => {
		stubCrypto(fromHex(ephemeral_private_key), subtle);
		const { card, issuedAt, sessionId } = content;
		expect(await encryptCard(vectors.public_key_test, card, { now: issuedAt, sessionId })).toBe(token);
	});

	test.each(primitiveSets)("equals HPKE over $name, step by step", async ({ agree, hmac }) => {
		const agreed = await encap(agree, hmac, suite, publicKey, fromHex(ephemeral_private_key));
		const header = tokenHeader(vectors.key_id);
		const { key, base_nonce } = keySchedule(hmac, suite, tokenInfo(header))(agreed.shared_secret);
		const ciphertext = seal(key, base_nonce, empty, encodePlaintext(content));
		expect(formatToken(header, agreed.enc, ciphertext)).toBe(token);
	});
});
