import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { encryptCard } from "./encrypt-card.ts";
import { encap } from "./hpke/kem.ts";
import { keySchedule } from "./hpke/key-schedule.ts";
import { empty, type Octets, toHex } from "./hpke/octets.ts";
import { agree, hmac, seal } from "./hpke/primitives/noble.ts";
import { x25519Sha256Aes256Gcm as suite } from "./hpke/suite.ts";
import {
	formatPublicKey,
	generateRecipientKey,
	keyIdOf,
	type OpenedToken,
	openEnvelope,
	readEnvelope,
	recipient,
} from "./open.ts";
import { encodePlaintext, formatToken, tokenHeader, tokenInfo } from "./token.ts";

const now = Date.UTC(2026, 10, 21);
const card = { number: "4242424242424242", month: "08", year: "31", securityCode: "123" };
const keys = generateRecipientKey();
const merchant = recipient(keys.privateKey);
const publicKey = formatPublicKey(keys.publicKey, "test");

let token: string;
beforeAll(async () => {
	token = await encryptCard(publicKey, card, { now });
});

afterEach(() => {
	vi.restoreAllMocks();
});

function open(text: unknown, key = merchant): OpenedToken | undefined {
	const envelope = readEnvelope(text);
	return envelope && openEnvelope(envelope, key);
}

/** A token with any plaintext and info, as an attacker who knows the format might make it. */
async function forge(plaintext: Octets, header = tokenHeader(merchant.keyId), info = tokenInfo(header)) {
	const skE = crypto.getRandomValues(new Uint8Array(32));
	const { enc, shared_secret } = await encap(agree, hmac, suite, merchant.publicKey, skE);
	const { key, base_nonce } = keySchedule(hmac, suite, info)(shared_secret);
	return formatToken(header, enc, seal(key, base_nonce, empty, plaintext));
}

/** The body's bytes, and the token of changed bytes. */
const bodyOf = (text: string) => new Uint8Array(Buffer.from(text.slice(3), "base64url"));
const tokenOf = (body: Uint8Array) => `ct1${Buffer.from(body).toString("base64url")}`;
const flip = (body: Uint8Array, at: number, bits = 1) => body.with(at, (body[at] ?? 0) ^ bits);

describe("a valid token", () => {
	test("opens to the card, the time and no session", () => {
		expect(open(token)).toEqual({ card, issuedAt: now, sessionId: undefined });
	});

	test("opens to its session", async () => {
		const sessionId = "3f3af1ecebbd1410ab417ec0d27bbfcb";
		expect(open(await encryptCard(publicKey, card, { now, sessionId }))?.sessionId).toBe(sessionId);
	});

	test("opens again: single use is not checked here", () => {
		expect(open(token)).toEqual(open(token));
	});

	test("C-09 is not checked for age, Luhn or expiry", async () => {
		const odd = { card: { number: "1", month: "99", year: "00", securityCode: "" }, issuedAt: 0, sessionId: undefined };
		expect(open(await forge(encodePlaintext(odd)))).toEqual(odd);
	});

	test("names its key", () => {
		expect(readEnvelope(token)).toMatchObject({ keyId: merchant.keyId });
	});
});

describe("T-03 a token has only one accepted spelling", () => {
	/** The letter with the same leading bits and different trailing ones, which a careless decoder treats as equal. */
	const looseEnd = (text: string) => {
		const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
		return text.slice(0, -1) + alphabet[alphabet.indexOf(text.at(-1) ?? "") + 1];
	};

	test.each<[string, (text: string) => string]>([
		["standard base64 letters", (text) => text.replaceAll("-", "+").replaceAll("_", "/")],
		["padding", (text) => `${text}==`],
		["padding instead of the end", (text) => `${text.slice(0, -2)}==`],
		["bits that belong to no byte", looseEnd],
		["an upper-case prefix", (text) => text.replace("ct1", "CT1")],
		["another prefix", (text) => text.replace("ct1", "ct2")],
		["white space before", (text) => ` ${text}`],
		["white space after", (text) => `${text}\n`],
		["white space instead of a letter", (text) => `${text.slice(0, 50)} ${text.slice(51)}`],
		["a letter outside ASCII", (text) => `${text.slice(0, 50)}é${text.slice(51)}`],
	])("%s", async (_, respell) => {
		let text = token;
		while (respell(text) === text) text = await encryptCard(publicKey, card, { now });
		expect(readEnvelope(respell(text))).toBeUndefined();
	});

	test.each([undefined, null, 0, true, {}, [], new String("ct1"), Buffer.from("ct1")])("%j is no token", (value) => {
		expect(readEnvelope(value)).toBeUndefined();
	});
});

describe("T-09 a changed token does not open", () => {
	test("with any bit of its 145 characters flipped", () => {
		const opened = Array.from({ length: 145 * 8 }, (_, bit) => {
			const characters = Buffer.from(token, "latin1");
			characters[bit >> 3] = (characters[bit >> 3] ?? 0) ^ (1 << (bit & 7));
			return open(characters.toString("latin1"));
		});
		expect(opened.filter((result) => result !== undefined)).toEqual([]);
	});

	test("with any bit of its body flipped", () => {
		const body = bodyOf(token);
		const opened = Array.from({ length: body.length * 8 }, (_, bit) =>
			open(tokenOf(flip(body, bit >> 3, 1 << (bit & 7)))),
		);
		expect(opened.filter((result) => result !== undefined)).toEqual([]);
	});

	test("C-02 with the top bit of enc flipped, which the key agreement ignores", () => {
		const changed = readEnvelope(tokenOf(flip(bodyOf(token), 10 + 31, 0x80)));
		expect(changed && merchant.decap(changed.enc)).toBeDefined();
		expect(changed && openEnvelope(changed, merchant)).toBeUndefined();
	});
});

describe("T-10 a token of another length is refused", () => {
	test("at every shorter and longer length", () => {
		const lengths = Array.from({ length: 300 }, (_, length) => length).filter((length) => length !== token.length);
		const read = lengths.map((length) => readEnvelope(token.padEnd(length, "A").slice(0, length)));
		expect(read.filter((envelope) => envelope !== undefined)).toEqual([]);
	});

	test("with a body of another length", () => {
		const body = bodyOf(token);
		const bodies = [...Array.from(body, (_, length) => body.slice(0, length)), Uint8Array.from([...body, 0])];
		expect(bodies.map(tokenOf).filter((text) => readEnvelope(text) !== undefined)).toEqual([]);
	});

	test("before anything in it is decoded", () => {
		const decode = vi.spyOn(Buffer, "from");
		expect(readEnvelope(`ct1${"A".repeat(5_000)}`)).toBeUndefined();
		expect(decode).not.toHaveBeenCalled();
		expect(readEnvelope(token)).toBeDefined();
		expect(decode).toHaveBeenCalledWith(token.slice(3), "base64url");
	});
});

describe("T-13 C-08 the header is bound to the ciphertext", () => {
	test.each([
		["version", 0],
		["suite", 1],
		["first byte of the key id", 2],
		["last byte of the key id", 9],
	])("an edited %s is refused", (_, at) => {
		expect(open(tokenOf(flip(bodyOf(token), at)))).toBeUndefined();
	});

	test("a token sealed under another header does not open under the right one", async () => {
		const content = encodePlaintext({ card, issuedAt: now, sessionId: undefined });
		const header = tokenHeader(merchant.keyId);
		expect(open(await forge(content, header, tokenInfo(header)))).toBeDefined();
		for (let at = 0; at < header.length; at++) {
			expect(open(await forge(content, header, tokenInfo(flip(header, at))))).toBeUndefined();
		}
	});
});

describe("keys", () => {
	test("C-11 another merchant's key is not tried", () => {
		const other = recipient(generateRecipientKey().privateKey);
		const envelope = readEnvelope(token);
		const untouchable = { ...other, decap: () => expect.fail("the key was used") };
		expect(envelope && openEnvelope(envelope, untouchable)).toBeUndefined();
	});

	test("C-11 T-06 another merchant's key with the same id opens nothing", () => {
		const other = { ...recipient(generateRecipientKey().privateKey), keyId: merchant.keyId };
		expect(open(token, other)).toBeUndefined();
	});

	test.each([0, 31, 33, 64])("C-03 a private key of %i bytes is refused", (length) => {
		expect(() => recipient(new Uint8Array(length))).toThrow(RangeError);
	});

	test.each([0, 31, 33, 64])("C-03 an enc of %i bytes is refused before any arithmetic", (length) => {
		const envelope = { keyId: merchant.keyId, enc: new Uint8Array(length).fill(9), ciphertext: new Uint8Array(64) };
		expect(openEnvelope(envelope, merchant)).toBeUndefined();
	});

	test("C-04 the bits of a private key that X25519 fixes do not matter", () => {
		const { privateKey } = keys;
		const loose = privateKey.with(0, (privateKey[0] ?? 0) ^ 7).with(31, (privateKey[31] ?? 0) ^ 0xc0);
		expect(recipient(loose).publicKey).toEqual(keys.publicKey);
		expect(open(token, recipient(loose))).toEqual(open(token));
	});

	test("each new pair differs, and its public key belongs to its private key", () => {
		const pairs = Array.from({ length: 20 }, generateRecipientKey);
		expect(new Set(pairs.map(({ privateKey }) => toHex(privateKey))).size).toBe(20);
		for (const { privateKey, publicKey } of pairs) {
			expect([privateKey.length, publicKey.length]).toEqual([32, 32]);
			expect(recipient(privateKey)).toMatchObject({ publicKey, keyId: keyIdOf(publicKey) });
		}
	});
});

describe("C-09 every other failure has the same result", () => {
	test("20,000 random texts", () => {
		const text = fc.oneof(
			fc.string(),
			fc.string({ unit: "binary" }),
			fc.stringMatching(/^ct1[A-Za-z0-9_-]{142}$/),
			fc.uint8Array({ minLength: 106, maxLength: 106 }).map((body) => tokenOf(body.with(0, 1).with(1, 1))),
			fc.constant(token).chain((right) => fc.nat(144).map((at) => `${right.slice(0, at)}~${right.slice(at + 1)}`)),
		);
		fc.assert(
			fc.property(text, (value) => open(value) === undefined),
			{ numRuns: 20_000 },
		);
	});

	test("1,000 random bodies under the right key id", () => {
		const header = tokenHeader(merchant.keyId);
		const rest = fc.uint8Array({ minLength: 96, maxLength: 96 });
		fc.assert(
			fc.property(rest, (octets) => open(tokenOf(Uint8Array.from([...header, ...octets]))) === undefined),
			{ numRuns: 1_000 },
		);
	});

	test("a plaintext with an invalid layout and a right tag", async () => {
		expect(open(await forge(new Uint8Array(48)))).toBeUndefined();
		expect(open(await forge(new Uint8Array(48).fill(0xff)))).toBeUndefined();
	});

	test("any JSON value", () => {
		fc.assert(fc.property(fc.jsonValue(), (value) => readEnvelope(value) === undefined));
	});
});
