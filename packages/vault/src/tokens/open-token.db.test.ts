import {
	createCipheriv,
	createHash,
	createHmac,
	createPublicKey,
	diffieHellman,
	generateKeyPairSync,
} from "node:crypto";
import { inspect } from "node:util";
import { encryptCard } from "@cardseal/encrypt";
import { formatPublicKey, readEnvelope } from "@cardseal/encrypt/open";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rotateKeys } from "../../../../test/fixtures/keys.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { CardRefused, type Environment, securityCodeOf } from "../cards/card.ts";
import { digitsOf } from "../cards/pan.ts";
import { generateMasterKey } from "../keys/at-rest.ts";
import { type CardTokenKey, KeyRing } from "../keys/key-ring.ts";
import { MasterKeys } from "../keys/master-keys.ts";
import { type FindCardSession, openToken, TokenRefused, tokenFingerprint } from "./open-token.ts";

const now = Date.UTC(2026, 10, 21);
const day = 86_400_000;
const card = { number: "4000056655665556", month: "08", year: "31", securityCode: "937" };
const merchantId = 1;
const otherMerchantId = 2;

let tables: TestTables;
let keyRing: KeyRing;
let key: CardTokenKey;

beforeAll(async () => {
	tables = await openTestTables();
	keyRing = await openRing();
	key = await keyRing.currentCardTokenKey(merchantId, "test");
});

afterAll(() => tables.drop());

const masterKey = generateMasterKey();
const masterKeys = new MasterKeys({ masterKey });

function rotateTokenKey(merchantId: number): Promise<void> {
	return rotateKeys({ database: tables.database, masterKey, now, purpose: "card_token", merchantId });
}

function openRing(): Promise<KeyRing> {
	return KeyRing.open({ database: tables.database.withTables(), masterKeys, now: () => now });
}

interface Opening {
	as?: number;
	environment?: Environment;
	realNow?: number;
	businessNow?: number;
	findSession?: FindCardSession;
}

/** For tokens without a session. A session query would cost every sale a database query. */
const askedInVain: FindCardSession = async () => {
	throw new Error("A session was looked up for a token that has none.");
};

function open(token: unknown, { as = merchantId, environment = "test", ...others }: Opening = {}) {
	const rest = { realNow: now, businessNow: now, findSession: askedInVain, ...others };
	return openToken({ keyRing, token, merchantId: as, environment, ...rest });
}

/** Returns the reason of a refusal, and checks that the public error is the same for all. */
async function refusalOf(token: unknown, opening?: Opening): Promise<string> {
	const refusal = await open(token, opening).then(
		() => undefined,
		(error: unknown) => error,
	);
	if (!(refusal instanceof TokenRefused)) throw new Error("The token was not refused as one.", { cause: refusal });
	expect(refusal.message).toBe("The card token cannot be read.");
	return refusal.reason;
}

/** Returns a token as a merchant's page makes it. */
function encrypt(to: Pick<CardTokenKey, "publicKey"> = key, options: { now?: number; sessionId?: string } = {}) {
	return encryptCard(formatPublicKey(to.publicKey, "test"), card, { now, ...options });
}

/** Returns a token's 48 bytes of plaintext in hexadecimal, with some parts replaced. */
function plaintext(
	parts: Partial<Record<"layout" | "number" | "expiry" | "code" | "session" | "padding", string>> = {},
) {
	const { layout = "01", number = card.number, expiry = "0831", code = "937" } = parts;
	const { session = "0".repeat(32), padding = "0".repeat(22) } = parts;
	const head = `${layout}${number.padEnd(20, "f")}${expiry}${code.padEnd(4, "f")}`;
	return (issuedAt = now) => head + issuedAt.toString(16).padStart(12, "0") + session + padding;
}

/** Seals arbitrary plaintext, as a malicious page could: RFC 9180 §5.1.1 and §5.2, in node:crypto. */
function seal(plaintextHex: string, to: CardTokenKey = key): string {
	const header = Buffer.from(`0101${to.keyId}`, "hex");
	const ephemeral = generateKeyPairSync("x25519");
	const enc = Buffer.from(ephemeral.publicKey.export({ format: "jwk" }).x ?? "", "base64url");
	const recipientKey = createPublicKey({
		key: { kty: "OKP", crv: "X25519", x: Buffer.from(to.publicKey).toString("base64url") },
		format: "jwk",
	});
	const dh = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: recipientKey });
	const kem = labeled(Buffer.from("KEM\x00\x20", "latin1"));
	const shared = kem.expand(kem.extract("", "eae_prk", dh), "shared_secret", Buffer.concat([enc, to.publicKey]), 32);
	const hpke = labeled(Buffer.from("HPKE\x00\x20\x00\x01\x00\x02", "latin1"));
	const info = Buffer.concat([Buffer.from("cardseal/card-token/v1"), header]);
	const context = Buffer.concat([
		Buffer.of(0),
		hpke.extract("", "psk_id_hash", Buffer.alloc(0)),
		hpke.extract("", "info_hash", info),
	]);
	const secret = hpke.extract(shared, "secret", Buffer.alloc(0));
	const cipher = createCipheriv(
		"aes-256-gcm",
		hpke.expand(secret, "key", context, 32),
		hpke.expand(secret, "base_nonce", context, 12),
	);
	const sealed = [cipher.update(plaintextHex, "hex"), cipher.final(), cipher.getAuthTag()];
	return `ct1${Buffer.concat([header, enc, ...sealed]).toString("base64url")}`;
}

/** LabeledExtract and LabeledExpand of RFC 9180 §4, the latter for at most one block. */
function labeled(suiteId: Buffer) {
	const prefix = (label: string) => Buffer.concat([Buffer.from("HPKE-v1"), suiteId, Buffer.from(label)]);
	return {
		extract: (salt: string | Buffer, label: string, ikm: Buffer) =>
			createHmac("sha256", salt).update(prefix(label)).update(ikm).digest(),
		expand: (prk: Buffer, label: string, info: Buffer, length: number) =>
			createHmac("sha256", prk)
				.update(Buffer.of(0, length))
				.update(prefix(label))
				.update(info)
				.update(Buffer.of(1))
				.digest()
				.subarray(0, length),
	};
}

function edited(token: string, edit: (body: Buffer) => void): string {
	const body = Buffer.from(token.slice(3), "base64url");
	edit(body);
	return `ct1${body.toString("base64url")}`;
}

describe("openToken", () => {
	test("returns the encrypted card and the token's fingerprint", async () => {
		const token = await encrypt();
		const opened = await open(token);
		expect(digitsOf(opened.card.pan)).toBe(card.number);
		expect(opened.card).toMatchObject({ brand: "Visa", expiry: "08/31", suffix: "5556" });
		expect(securityCodeOf(opened.card)).toBe("937");
		const enc = Buffer.from(token.slice(3), "base64url").subarray(10, 42);
		expect(opened.usedToken.fingerprint).toEqual(createHash("sha256").update(enc).digest());
	});

	test("T-12 stores the used fingerprint a day longer than any clock could make the token fresh", async () => {
		const issuedAt = now - 5_000;
		const { usedToken } = await open(await encrypt(key, { now: issuedAt }));
		expect(usedToken.expiresAt).toBe(issuedAt + 2 * day);
		const token = await encrypt(key, { now: issuedAt });
		expect(await refusalOf(token, { realNow: usedToken.expiresAt })).toBe("too_old");
	});

	test("T-06 rejects another merchant's token like any other unreadable token", async () => {
		expect(await refusalOf(await encrypt(), { as: otherMerchantId })).toBe("foreign_merchant");
	});

	test("T-06 reports foreign_merchant even for a token that does not decrypt", async () => {
		const broken = edited(await encrypt(), (body) => body.fill(0, 60));
		expect(await refusalOf(broken, { as: otherMerchantId })).toBe("foreign_merchant");
	});

	test("T-07 rejects a test key's token for a live merchant, and the reverse", async () => {
		const live = await keyRing.currentCardTokenKey(3, "live");
		expect(await refusalOf(await encrypt(), { environment: "live" })).toBe("wrong_environment");
		expect(await refusalOf(await encrypt(live), { as: 3 })).toBe("wrong_environment");
	});

	test.each([
		["as old as allowed", now - day, undefined],
		["a millisecond older", now - day - 1, "too_old"],
		["as far ahead as allowed", now + day, undefined],
		["a millisecond further ahead", now + day + 1, "too_old"],
		["of 1970", 0, "too_old"],
		["of the last moment that fits", 2 ** 48 - 1, "too_old"],
	])("T-08 checks the age of a token %s", async (_age, issuedAt, reason) => {
		const token = seal(plaintext()(issuedAt));
		if (reason === undefined) expect(digitsOf((await open(token)).card.pan)).toBe(card.number);
		else expect(await refusalOf(token)).toBe(reason);
	});

	test("T-08 measures a token's age in real time, so the sandbox's clock may jump", async () => {
		const token = await encrypt();
		expect((await open(token, { businessNow: now + 400 * day })).card.suffix).toBe("5556");
		expect(await refusalOf(token, { realNow: now + 400 * day })).toBe("too_old");
	});

	test.each([
		["version", 0, "malformed"],
		["suite", 1, "malformed"],
		["key id", 2, "unknown_key"],
		["key id", 9, "unknown_key"],
		["encapsulated key", 10, "not_opened"],
		["ciphertext", 42, "not_opened"],
		["tag", 105, "not_opened"],
	])("T-13 rejects a token whose %s was changed at byte %d", async (_part, at, reason) => {
		const token = edited(await encrypt(), (body) => body.writeUInt8(body.readUInt8(at) ^ 1, at));
		expect(await refusalOf(token)).toBe(reason);
	});

	test("T-13 rejects a token changed to name another key of the same merchant", async () => {
		const token = await encrypt(await keyRing.currentCardTokenKey(4, "test"));
		await rotateTokenKey(4);
		const successor = await keyRing.currentCardTokenKey(4, "test");
		const renamed = edited(token, (body) => body.write(successor.keyId, 2, "hex"));
		expect(await refusalOf(renamed, { as: 4 })).toBe("not_opened");
		expect((await open(token, { as: 4 })).card.suffix).toBe("5556");
	});

	test("T-11 opens tokens of a retired key, and none of a destroyed key", async () => {
		const old = await keyRing.currentCardTokenKey(5, "test");
		await rotateTokenKey(5);
		expect((await open(await encrypt(old), { as: 5 })).card.suffix).toBe("5556");
		await sql`update vault.keys set status = 'destroyed', wrapped_secret = null where merchant_id = 5`.execute(
			tables.database,
		);
		// A gateway that has not read the key yet.
		keyRing = await openRing();
		expect(await refusalOf(await encrypt(old), { as: 5 })).toBe("unknown_key");
	});

	test.each([
		["nothing", undefined],
		["null", null],
		["a number", 1],
		["a list of a token", ["ct1"]],
		["an empty string", ""],
		["the prefix alone", "ct1"],
		["another prefix", `ct2${"A".repeat(142)}`],
		["a prefix in capitals", `CT1${"A".repeat(142)}`],
		["zeros", `ct1${"A".repeat(142)}`],
		["a megabyte", "ct1".padEnd(1_000_000, "A")],
		["characters beyond ASCII", `ct1${"é".repeat(142)}`],
	])("T-10 rejects %s", async (_what, token) => {
		expect(await refusalOf(token)).toBe("malformed");
	});

	test("T-03 rejects every other spelling of a valid token", async () => {
		const token = await encrypt();
		const spellings = [`${token}=`, ` ${token}`, `${token}\n`, token.replace("ct1", "CT1"), `${token.slice(0, -1)}_`];
		for (const spelling of [...spellings, token.replace(/[-_]|$/, "+")]) {
			expect(await refusalOf(spelling), spelling.slice(0, 4)).toBe("malformed");
		}
	});

	test.each([
		["another layout", plaintext({ layout: "02" })],
		["letters in the number", plaintext({ number: "4000056655a65556" })],
		["filling inside the number", plaintext({ number: "40000566f5665556" })],
		["letters in the expiry", plaintext({ expiry: "0a31" })],
		["letters in the security code", plaintext({ code: "9a7" })],
		["anything in the reserved bytes", plaintext({ padding: "0".repeat(21).concat("1") })],
	])("rejects a token that decrypts to %s", async (_what, bytes) => {
		expect(await refusalOf(seal(bytes()))).toBe("not_opened");
	});

	test.each([
		["a wrong check digit", { number: "4000056655665557" }, ["number"]],
		["no number", { number: "" }, ["number"]],
		["a month 13", { expiry: "1331" }, ["month"]],
		["a month 00", { expiry: "0031" }, ["month"]],
		["a year far ahead", { expiry: "0899" }, ["year"]],
		["an expiry that has passed", { expiry: "1026" }, ["year"]],
		["a short security code", { code: "93" }, ["securityCode"]],
		["a security code too long for its brand", { code: "9371" }, ["securityCode"]],
		["a number of no brand", { number: "9000000000000001" }, ["number"]],
		["a real card, sent to a demo merchant", { number: "4539578763621486" }, ["number"]],
	])("T-14 checks %s by the same rule as unencrypted card fields", async (_what, parts, fields) => {
		const refusal = await open(seal(plaintext(parts)())).then(
			() => undefined,
			(error: unknown) => error,
		);
		expect(refusal).toBeInstanceOf(CardRefused);
		expect((refusal as CardRefused).problems.map(({ field }) => field)).toEqual(fields);
		expect(JSON.stringify((refusal as CardRefused).problems)).not.toMatch(/[0-9]{5}/);
	});

	test("T-15 repeats neither token nor card in a refusal", async () => {
		const token = edited(await encrypt(), (body) => body.fill(0, 100));
		const refusal = await open(token).catch((error: unknown) => error);
		const text = inspect(refusal, { depth: null, showHidden: true });
		expect(text).toContain("The card token cannot be read.");
		expect(text).not.toContain(token.slice(3, 20));
		expect(text).not.toContain(key.keyId);
	});
});

describe("openToken with a session of the hosted form", () => {
	const sessionId = "5e55a0000000000000000000000000e5";
	const hour = 3_600_000;

	/** Knows one session. */
	const theSession =
		({ of = merchantId, expiresAt = now + hour } = {}): FindCardSession =>
		async (id) =>
			id === sessionId ? { merchantId: of, expiresAt } : undefined;

	test("T-16 opens a token with a valid session and returns that session", async () => {
		const opened = await open(await encrypt(key, { sessionId }), { findSession: theSession() });
		expect(digitsOf(opened.card.pan)).toBe(card.number);
		expect(opened.usedToken.sessionId).toEqual(Buffer.from(sessionId, "hex"));
	});

	test("F-13 returns no session for a token without one", async () => {
		expect((await open(await encrypt())).usedToken.sessionId).toBeUndefined();
	});

	test.each([
		["that nobody opened", async () => undefined, "no_such_session"],
		["of another merchant", theSession({ of: otherMerchantId }), "foreign_session"],
		["that ends this millisecond", theSession({ expiresAt: now }), "session_expired"],
		["that has ended", theSession({ expiresAt: now - hour }), "session_expired"],
	])("T-16 rejects a token with a session %s", async (_which, findSession, reason) => {
		expect(await refusalOf(await encrypt(key, { sessionId }), { findSession })).toBe(reason);
	});

	test.each([
		["as old as a session", now - hour, undefined],
		["a millisecond older", now - hour - 1, "too_old"],
		["a session's life ahead", now + hour, undefined],
		["a millisecond further ahead", now + hour + 1, "too_old"],
	])("T-16 checks the age of a token %s", async (_age, issuedAt, reason) => {
		const token = await encrypt(key, { sessionId, now: issuedAt });
		const opening = { findSession: theSession() };
		if (reason === undefined) expect((await open(token, opening)).card.suffix).toBe("5556");
		else expect(await refusalOf(token, opening)).toBe(reason);
	});

	test("T-12 stores the fingerprint and its session a day longer than any clock could make the token fresh", async () => {
		const { usedToken } = await open(await encrypt(key, { sessionId, now: now - hour }), { findSession: theSession() });
		expect(usedToken.expiresAt).toBe(now + day);
	});
});

describe("tokenFingerprint", () => {
	test("recognises a token that does not decrypt, by its encapsulated key", async () => {
		const token = await encrypt();
		const broken = edited(token, (body) => body.fill(0, 60));
		expect(tokenFingerprint(broken)).toEqual(tokenFingerprint(token));
		expect(tokenFingerprint(token)).toEqual(
			createHash("sha256")
				.update(readEnvelope(token)?.enc ?? "")
				.digest(),
		);
		expect(tokenFingerprint(await encrypt())).not.toEqual(tokenFingerprint(token));
	});

	test("T-03 returns no fingerprint for another spelling", async () => {
		expect(tokenFingerprint(`${await encrypt()}=`)).toBeUndefined();
		expect(tokenFingerprint(undefined)).toBeUndefined();
	});
});
