import { testNumbers } from "@cardseal/card";
import * as core from "@hpke/core";
import fc from "fast-check";
import * as hpkeJs from "hpke-js";
import { afterEach, describe, expect, test, vi } from "vitest";
import { encryptCard } from "./encrypt-card.ts";
import { toHex } from "./hpke/octets.ts";
import { formatPublicKey, generateRecipientKey, openEnvelope, readEnvelope, recipient } from "./open.ts";
import { encodePlaintext, formatToken, type TokenContent, tokenHeader, tokenInfo } from "./token.ts";

/** Two independent HPKE implementations: one over WebCrypto, one with its own X25519. */
const peers = [
	{
		name: "@hpke/core",
		suite: new core.CipherSuite({
			kem: new core.DhkemX25519HkdfSha256(),
			kdf: new core.HkdfSha256(),
			aead: new core.Aes256Gcm(),
		}),
	},
	{
		name: "hpke-js",
		suite: new hpkeJs.CipherSuite({
			kem: hpkeJs.KemId.DhkemX25519HkdfSha256,
			kdf: hpkeJs.KdfId.HkdfSha256,
			aead: hpkeJs.AeadId.Aes256Gcm,
		}),
	},
];
type Suite = (typeof peers)[number]["suite"];

const keys = generateRecipientKey();
const merchant = recipient(keys.privateKey);
const publicKey = formatPublicKey(keys.publicKey, "live");
const header = tokenHeader(merchant.keyId);
const info = bufferOf(tokenInfo(header));

const content: fc.Arbitrary<TokenContent> = fc.record({
	card: fc.constantFrom(...testNumbers).map(({ number, brand }) => ({
		number,
		month: "12",
		year: "40",
		securityCode: brand === "Amex" ? "1234" : "123",
	})),
	issuedAt: fc.integer({ min: Date.UTC(2026), max: Date.UTC(2040) }),
	sessionId: fc.option(fc.stringMatching(/^[0-9a-f]{31}[1-9a-f]$/), { nil: undefined }),
});

afterEach(() => {
	vi.restoreAllMocks();
});

function bufferOf(octets: Uint8Array): ArrayBuffer {
	return Uint8Array.from(octets).buffer;
}

async function sealByPeer(suite: Suite, written: TokenContent, ephemeral?: CryptoKeyPair): Promise<string> {
	const recipientPublicKey = await suite.kem.deserializePublicKey(bufferOf(keys.publicKey));
	const sender = await suite.createSenderContext({ recipientPublicKey, info, ...(ephemeral && { ekm: ephemeral }) });
	const ciphertext = await sender.seal(bufferOf(encodePlaintext(written)));
	return formatToken(header, new Uint8Array(sender.enc), new Uint8Array(ciphertext));
}

/** The plaintext that the other implementation reads from a token. */
async function openByPeer(suite: Suite, token: string): Promise<Uint8Array> {
	const envelope = readEnvelope(token);
	if (!envelope) return expect.fail("The token is not one");
	const recipientKey = await suite.kem.deserializePrivateKey(bufferOf(keys.privateKey));
	const opener = await suite.createRecipientContext({ recipientKey, info, enc: bufferOf(envelope.enc) });
	return new Uint8Array(await opener.open(bufferOf(envelope.ciphertext)));
}

describe.each(peers)("with $name", ({ suite }) => {
	test("C-07 it opens our tokens, with our info and no aad", async () => {
		await fc.assert(
			fc.asyncProperty(content, async (written) => {
				const { card, issuedAt, sessionId } = written;
				const token = await encryptCard(publicKey, card, { now: issuedAt, sessionId });
				expect(toHex(await openByPeer(suite, token))).toBe(toHex(encodePlaintext(written)));
			}),
			{ numRuns: 50 },
		);
	});

	test("C-07 we open its tokens", async () => {
		await fc.assert(
			fc.asyncProperty(content, async (written) => {
				const envelope = readEnvelope(await sealByPeer(suite, written));
				expect(envelope && openEnvelope(envelope, merchant)).toEqual(written);
			}),
			{ numRuns: 50 },
		);
	});
});

test("all three make the same token from the same card and ephemeral key", async () => {
	await fc.assert(
		fc.asyncProperty(content, fc.uint8Array({ minLength: 32, maxLength: 32 }), async (written, skE) => {
			vi.spyOn(crypto, "getRandomValues").mockImplementationOnce((octets) => {
				(octets as unknown as Uint8Array).set(skE);
				return octets;
			});
			const { card, issuedAt, sessionId } = written;
			const ours = await encryptCard(publicKey, card, { now: issuedAt, sessionId });
			const tokens = peers.map(async ({ suite }) => sealByPeer(suite, written, await keyPairOf(suite, skE)));
			expect(await Promise.all(tokens)).toEqual([ours, ours]);
		}),
		{ numRuns: 50 },
	);
});

async function keyPairOf(suite: Suite, sk: Uint8Array): Promise<CryptoKeyPair> {
	const { publicKey: pk } = recipient(sk);
	return {
		privateKey: await suite.kem.deserializePrivateKey(bufferOf(sk)),
		publicKey: await suite.kem.deserializePublicKey(bufferOf(pk)),
	};
}
