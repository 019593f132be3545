import { createPrivateKey, createPublicKey } from "node:crypto";
import { keyIdOf, recipient } from "@cardseal/encrypt/open";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rotateKeys } from "../../../../test/fixtures/keys.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { RotatablePurpose } from "../rotation/replace-keys.ts";
import type { KeysTable, MacPurpose } from "../schema.ts";
import { generateMasterKey, parseMasterKey, unwrap, wrap } from "./at-rest.ts";
import { KeyRing } from "./key-ring.ts";
import { MasterKeys } from "./master-keys.ts";

const macPurposes: MacPurpose[] = [
	"idempotency",
	"cursor",
	"client_secret",
	"sandbox",
	"card_fingerprint",
	"velocity_fingerprint",
	"payee_fingerprint",
	"account_fingerprint",
	"audit",
	"sign_in",
	"payer_page",
];
/** The HMAC keys, two sealing keys and the signing key. */
const keysOfStart = macPurposes.length + 3;
const masterKeyText = generateMasterKey();
const masterKey = parseMasterKey(masterKeyText);
const merchantId = 7;

let tables: TestTables;
let now: number;

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

beforeEach(async () => {
	await sql`delete from vault.keys`.execute(tables.database);
	await sql`delete from vault.master_key`.execute(tables.database);
	now = Date.UTC(2026, 10, 21);
});

function openRing(masterKey = masterKeyText): Promise<KeyRing> {
	const masterKeys = new MasterKeys({ masterKey });
	return KeyRing.open({ database: tables.database.withTables(), masterKeys, now: () => now });
}

/** Replaces the current keys of a purpose, as an operator would. */
function rotate(purpose: RotatablePurpose): Promise<void> {
	return rotateKeys({ database: tables.database, masterKey: masterKeyText, now, purpose });
}

function readRows(): Promise<KeysTable[]> {
	return tables.database.selectFrom("vault.keys").selectAll().orderBy("key_id").execute();
}

async function rowOf(keyId: string): Promise<KeysTable> {
	return tables.database.selectFrom("vault.keys").selectAll().where("key_id", "=", keyId).executeTakeFirstOrThrow();
}

async function change(keyId: string, values: Partial<KeysTable>): Promise<void> {
	await tables.database.updateTable("vault.keys").set(values).where("key_id", "=", keyId).execute();
}

const destroyed = { status: "destroyed", wrapped_secret: null } as const;

/** Returns all that a ring can do, as text: equal for rings with equal keys. */
async function signatureOf(ring: KeyRing): Promise<string[]> {
	const macs = macPurposes.map((purpose) => ring.mac(purpose, "message").toString("hex"));
	const signing = (await ring.signingKeys()).map(({ keyId }) => keyId);
	return [...macs, ...signing];
}

describe("opening a key ring", () => {
	test("creates one key per purpose, and finds the same keys again", async () => {
		const first = await signatureOf(await openRing());
		expect(new Set(first).size).toBe(macPurposes.length + 1);
		expect(await signatureOf(await openRing())).toEqual(first);
		expect(await readRows()).toHaveLength(keysOfStart);
	});

	test("seals a secret for one row, and unseals it only there", async () => {
		const sealed = (await openRing()).seal("second_factor", Buffer.from("secret"), "staff 1");
		const again = await openRing();
		expect(again.unseal("second_factor", sealed, "staff 1").toString()).toBe("secret");
		expect(() => again.unseal("second_factor", sealed, "staff 2")).toThrow();
		const changed = Buffer.from(sealed);
		changed[20] = (changed[20] ?? 0) ^ 1;
		expect(() => again.unseal("second_factor", changed, "staff 1")).toThrow();
	});

	test("creates different keys on every installation", async () => {
		const first = await signatureOf(await openRing());
		await sql`delete from vault.keys`.execute(tables.database);
		const second = await signatureOf(await openRing());
		for (const key of second) expect(first).not.toContain(key);
	});

	test("agrees with every gateway that starts at the same time", async () => {
		const rings = await Promise.all([openRing(), openRing(), openRing(), openRing(), openRing()]);
		const [first, ...others] = await Promise.all(rings.map(signatureOf));
		for (const other of others) expect(other).toEqual(first);

		const keys = await Promise.all(rings.map((ring) => ring.currentCardTokenKey(merchantId, "test")));
		expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(1);
		expect(await readRows()).toHaveLength(keysOfStart + 1);
	});

	test("P-11 rejects another master key, identifies both, reveals neither, and changes nothing", async () => {
		await openRing();
		const before = await readRows();
		const text = generateMasterKey();
		const other = parseMasterKey(text);
		const failure = await openRing(text).catch(String);
		expect(failure).toContain(masterKey.id);
		expect(failure).toContain(other.id);
		expect(failure).toContain("MASTER_KEY_FILE");
		expect(failure).not.toContain(text);
		expect(await readRows()).toEqual(before);
	});

	test("P-11 rejects another master key even if its id was written over the right one", async () => {
		await openRing();
		const text = generateMasterKey();
		const { id } = parseMasterKey(text);
		await tables.database.updateTable("vault.keys").set({ master_key_id: id }).execute();
		await tables.database.updateTable("vault.master_key").set({ master_key_id: id }).execute();
		await expect(openRing(text)).rejects.toThrow("changed in the database or wrapped by another master key");
	});
});

describe("keys at rest", () => {
	test("P-11 are useless without the master key", async () => {
		const ring = await openRing();
		const cardKey = await rowOf((await ring.currentCardTokenKey(merchantId, "test")).keyId);
		const [signing] = await ring.signingKeys();
		const signingSeed = signing?.privateKey.export({ format: "der", type: "pkcs8" }).subarray(-32).toString("hex");
		const dump = JSON.stringify(await readRows(), (_key, value) =>
			value?.type === "Buffer" ? Buffer.from(value.data).toString("hex") : value,
		);
		expect(dump).toContain(Buffer.from(cardKey.public_key ?? "").toString("hex"));
		expect(dump).not.toContain(signingSeed);

		// If the row contained the private key, one of these windows would have the row's public key.
		const wrapped = cardKey.wrapped_secret ?? Buffer.alloc(0);
		for (let at = 0; at + 32 <= wrapped.length; at++) {
			expect(recipient(wrapped.subarray(at, at + 32)).keyId).not.toBe(cardKey.key_id);
		}
		const context = ["cardseal key v2", cardKey.key_id, "card_token", merchantId, "test"].join("|");
		const publicKey = Buffer.from(cardKey.public_key ?? "").toString("hex");
		expect(recipient(unwrap(masterKey, wrapped, `${context}|${publicKey}|current`)).keyId).toBe(cardKey.key_id);
	});

	test("P-11 lie apart from the master key, which no column holds", async () => {
		const text = generateMasterKey();
		await tables.database.deleteFrom("vault.keys").execute();
		await tables.database.deleteFrom("vault.master_key").execute();
		await (await openRing(text)).currentCardTokenKey(merchantId, "test");
		const rows = [await readRows(), await tables.database.selectFrom("vault.master_key").selectAll().execute()];
		const dump = JSON.stringify(rows, (_key, value) =>
			value?.type === "Buffer" ? Buffer.from(value.data).toString("hex") : value,
		);
		const secret = Buffer.from(text.trim(), "base64");
		expect(dump).toContain(parseMasterKey(text).id);
		for (const encoding of ["hex", "base64"] as const) expect(dump).not.toContain(secret.toString(encoding));
	});

	const tampering: [string, (row: KeysTable) => Partial<KeysTable>][] = [
		["merchant_id", () => ({ merchant_id: 8 })],
		["environment", () => ({ environment: "live" })],
		["public_key", () => ({ public_key: Buffer.alloc(32, 9) })],
		["public_key (removed)", () => ({ public_key: null })],
		["wrapped_secret", ({ wrapped_secret }) => ({ wrapped_secret: flipLastBit(wrapped_secret) })],
	];

	test.each(tampering)("P-17 a card token key with a changed %s does not work", async (_column, tamper) => {
		const { keyId } = await (await openRing()).currentCardTokenKey(merchantId, "test");
		const changes = tamper(await rowOf(keyId));
		await change(keyId, changes);
		const ring = await openRing();
		await expect(ring.findCardTokenKey(keyId)).rejects.toThrow(`Key ${keyId} was changed in the database`);
		const merchant = changes.merchant_id ?? merchantId;
		await expect(
			ring.currentCardTokenKey(merchant, changes.environment === "live" ? "live" : "test"),
		).rejects.toThrow();
	});

	test("P-16 P-17 a retired key changed back to current neither encrypts nor decrypts", async () => {
		const former = await (await openRing()).currentCardTokenKey(merchantId, "test");
		await rotate("card_token");
		const current = await (await openRing()).currentCardTokenKey(merchantId, "test");
		await change(current.keyId, { status: "retired" });
		await change(former.keyId, { status: "current" });
		const ring = await openRing();
		await expect(ring.currentCardTokenKey(merchantId, "test")).rejects.toThrow(`Key ${former.keyId} was changed`);
		for (const { keyId } of [former, current]) {
			await expect(ring.findCardTokenKey(keyId)).rejects.toThrow(`Key ${keyId} was changed in the database`);
		}
	});

	test("P-17 a key older than bound statuses works, and gets its status bound when it retires", async () => {
		const { keyId } = await (await openRing()).currentCardTokenKey(merchantId, "test");
		const row = await rowOf(keyId);
		const publicKey = row.public_key?.toString("hex");
		const identity = [keyId, "card_token", merchantId, "test", publicKey].join("|");
		const secret = unwrap(masterKey, row.wrapped_secret ?? Buffer.of(), `cardseal key v2|${identity}|current`);
		const wrapped_secret = wrap(masterKey, secret, `cardseal key v1|${identity}`);
		await change(keyId, { status_bound: false, wrapped_secret });
		expect((await (await openRing()).currentCardTokenKey(merchantId, "test")).keyId).toBe(keyId);
		await rotate("card_token");
		await change(keyId, { status_bound: false });
		await expect((await openRing()).findCardTokenKey(keyId)).rejects.toThrow(`Key ${keyId} was changed`);
	});

	test("P-17 a card token key with another key's id does not work", async () => {
		const { keyId } = await (await openRing()).currentCardTokenKey(merchantId, "test");
		await change(keyId, { key_id: "0123456789abcdef" });
		const ring = await openRing();
		await expect(ring.findCardTokenKey("0123456789abcdef")).rejects.toThrow("was changed in the database");
		expect(await ring.findCardTokenKey(keyId)).toBeUndefined();
	});

	test("P-17 a card token key with another purpose signs nothing", async () => {
		const { keyId } = await (await openRing()).currentCardTokenKey(merchantId, "test");
		await change(keyId, { purpose: "access_token" });
		const ring = await openRing();
		await expect(ring.signingKeys()).rejects.toThrow(`Key ${keyId} was changed in the database`);
	});

	test("P-17 two merchants' secrets cannot be swapped", async () => {
		const ring = await openRing();
		const first = await rowOf((await ring.currentCardTokenKey(1, "test")).keyId);
		const second = await rowOf((await ring.currentCardTokenKey(2, "test")).keyId);
		await change(first.key_id, { wrapped_secret: second.wrapped_secret });
		await change(second.key_id, { wrapped_secret: first.wrapped_secret });
		const fresh = await openRing();
		for (const { key_id } of [first, second]) {
			await expect(fresh.findCardTokenKey(key_id)).rejects.toThrow("was changed in the database");
		}
	});

	test("P-17 two purposes' secrets cannot be swapped", async () => {
		const [first, second] = await sharedKeys();
		await change(first.key_id, { wrapped_secret: second.wrapped_secret });
		await change(second.key_id, { wrapped_secret: first.wrapped_secret });
		await expect(openRing()).rejects.toThrow("was changed in the database");
	});

	test("P-17 a shared key with another id stops the start", async () => {
		const [first] = await sharedKeys();
		await change(first.key_id, { key_id: "0123456789abcdef" });
		await expect(openRing()).rejects.toThrow("Key 0123456789abcdef was changed in the database");
	});

	test("P-17 a changed signing key signs nothing", async () => {
		const [signing] = await (await openRing()).signingKeys();
		const row = await rowOf(signing?.keyId ?? "");
		await change(row.key_id, { wrapped_secret: flipLastBit(row.wrapped_secret) });
		await expect(openRing()).rejects.toThrow("was changed in the database");
	});
});

/** Two of the keys that every installation has. */
async function sharedKeys(): Promise<[KeysTable, KeysTable]> {
	await openRing();
	const [first, second] = (await readRows()).filter(({ purpose }) => purpose !== "access_token");
	if (first === undefined || second === undefined) throw new Error("There are four such keys.");
	return [first, second];
}

function flipLastBit(bytes: Buffer | null): Buffer {
	const changed = Buffer.from(bytes ?? "");
	changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
	return changed;
}

describe("a merchant's card token key", () => {
	test("is created on first use, and then is the same in every gateway", async () => {
		const ring = await openRing();
		const key = await ring.currentCardTokenKey(merchantId, "test");
		expect(key).toMatchObject({ merchantId, environment: "test", keyId: keyIdOf(key.publicKey) });
		expect(key.recipient.keyId).toBe(key.keyId);
		expect((await ring.currentCardTokenKey(merchantId, "test")).keyId).toBe(key.keyId);
		expect((await (await openRing()).findCardTokenKey(key.keyId))?.merchantId).toBe(merchantId);
	});

	test("differs between merchants", async () => {
		const ring = await openRing();
		const first = await ring.currentCardTokenKey(1, "test");
		const second = await ring.currentCardTokenKey(2, "test");
		expect(first.keyId).not.toBe(second.keyId);
	});

	test("P-12 never serves both environments", async () => {
		const ring = await openRing();
		await ring.currentCardTokenKey(merchantId, "test");
		await expect(ring.currentCardTokenKey(merchantId, "live")).rejects.toThrow("is of the other environment");
	});

	test("T-11 opens tokens when retired, while a new key takes its place", async () => {
		const ring = await openRing();
		const old = await ring.currentCardTokenKey(merchantId, "test");
		await rotate("card_token");
		const current = await ring.currentCardTokenKey(merchantId, "test");
		expect(current.keyId).not.toBe(old.keyId);
		expect((await (await openRing()).findCardTokenKey(old.keyId))?.keyId).toBe(old.keyId);
	});

	test("T-11 opens nothing a second after another gateway destroyed it", async () => {
		const ring = await openRing();
		const { keyId } = await ring.currentCardTokenKey(merchantId, "test");
		expect(await ring.findCardTokenKey(keyId)).toBeDefined();
		await change(keyId, destroyed);
		now += 999;
		expect(await ring.findCardTokenKey(keyId)).toBeDefined();
		now += 1;
		expect(await ring.findCardTokenKey(keyId)).toBeUndefined();
		// The cached key is not kept.
		now -= 1000;
		expect(await ring.findCardTokenKey(keyId)).toBeUndefined();
	});

	test("X-36 is read again when the clock was set back", async () => {
		const ring = await openRing();
		const { keyId } = await ring.currentCardTokenKey(merchantId, "test");
		await ring.findCardTokenKey(keyId);
		await change(keyId, destroyed);
		now -= 3_600_000;
		expect(await ring.findCardTokenKey(keyId)).toBeUndefined();
	});

	test("is found once it exists, even after an earlier miss", async () => {
		const ring = await openRing();
		const { keyId } = await (await openRing()).currentCardTokenKey(merchantId, "test");
		const row = await rowOf(keyId);
		await sql`delete from vault.keys where key_id = ${keyId}`.execute(tables.database);
		expect(await ring.findCardTokenKey(keyId)).toBeUndefined();
		await tables.database.insertInto("vault.keys").values(row).execute();
		expect((await ring.findCardTokenKey(keyId))?.keyId).toBe(keyId);
	});

	test("is not found under the ids of keys for other purposes", async () => {
		const ring = await openRing();
		for (const { key_id } of await readRows()) expect(await ring.findCardTokenKey(key_id)).toBeUndefined();
	});
});

describe("signing keys", () => {
	test("O-44 are listed while they verify, newest first, and not once destroyed", async () => {
		const ring = await openRing();
		const [old] = await ring.signingKeys();
		const oldId = old?.keyId ?? "";
		now += 1000;
		await rotate("access_token");
		const successor = await openRing();
		const both = await successor.signingKeys();
		expect(both.map(({ status }) => status)).toEqual(["current", "retired"]);
		expect(both[1]?.keyId).toBe(oldId);
		await change(oldId, destroyed);
		expect((await successor.signingKeys()).map(({ keyId }) => keyId)).toEqual([both[0]?.keyId]);
	});

	test("O-44 are matching Ed25519 pairs", async () => {
		const [key] = await (await openRing()).signingKeys();
		if (key === undefined) throw new Error("Opening a ring makes a signing key.");
		expect(key.privateKey.asymmetricKeyType).toBe("ed25519");
		const derived = createPublicKey(createPrivateKey(key.privateKey.export({ format: "pem", type: "pkcs8" })));
		expect(key.publicKey.equals(derived)).toBe(true);
	});
});

describe("mac", () => {
	test("differs between purposes and messages, and is stable otherwise", async () => {
		const ring = await openRing();
		const results = macPurposes.flatMap((purpose) => ["", "a", "b"].map((text) => ring.mac(purpose, text)));
		expect(new Set(results.map((result) => result.toString("hex"))).size).toBe(results.length);
		expect(ring.mac("cursor", Buffer.from("é"))).toEqual(ring.mac("cursor", "é"));
		for (const result of results) expect(result).toHaveLength(32);
	});
});
