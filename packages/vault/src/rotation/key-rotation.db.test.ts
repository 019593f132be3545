import { testNumbers } from "@cardseal/card";
import { encryptCard } from "@cardseal/encrypt";
import { formatPublicKey } from "@cardseal/encrypt/open";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { readBankAccounts, storeBankAccount } from "../bank-accounts/bank-accounts.ts";
import { acceptCard } from "../cards/card.ts";
import { digitsOf } from "../cards/pan.ts";
import { createStoredCardReader, StoredCardUnreadable, storeCard } from "../cards/stored-cards.ts";
import { generateMasterKey, parseMasterKey } from "../keys/at-rest.ts";
import { KeyRing } from "../keys/key-ring.ts";
import { MasterKeys } from "../keys/master-keys.ts";
import { accountOf } from "../rails.ts";
import { openToken } from "../tokens/open-token.ts";
import { createKeyRotation } from "./key-rotation.ts";
import { listKeys } from "./list-keys.ts";
import type { OnProgress } from "./progress.ts";
import type { RotatablePurpose } from "./replace-keys.ts";
import { type Retirement, retireKey } from "./retire-key.ts";

const day = 86_400_000;
const number = "4242424242424242";
const merchants = [1, 2, 3];
const details = { brand: "Visa", expiryMonth: "08", expiryYear: "31" } as const;

let tables: TestTables;
let now: number;
let masterKey: string;
let masterKeyFiles: string[];

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

beforeEach(async () => {
	await sql`truncate vault.keys, vault.stored_cards, vault.bank_accounts, vault.processor_accounts, vault.master_key`.execute(
		tables.database,
	);
	now = Date.UTC(2026, 10, 21);
	masterKey = generateMasterKey();
	masterKeyFiles = [masterKey];
});

const source = () => ({ masterKey, readMasterKeys: async () => masterKeyFiles });

function openRing(from = source()): Promise<KeyRing> {
	return KeyRing.open({
		database: tables.database.withTables(),
		masterKeys: new MasterKeys(from),
		now: () => now,
	});
}

function openRotation(onProgress: OnProgress = () => undefined) {
	return createKeyRotation({ ...source(), database: tables.database.withTables(), now: () => now, onProgress });
}

async function rotate(purpose: RotatablePurpose, merchantId?: number, onProgress?: OnProgress) {
	return (await openRotation(onProgress)).rotate({ purpose, merchantId });
}

/** Stops a rotation after a number of committed steps of one kind, like a lost connection. */
function interruptAfter(what: string, steps: number): OnProgress {
	let left = steps;
	return (progress) => {
		if (progress.what === what && --left === 0) throw new Error("interrupted");
	};
}

const ownerOf = (merchantId: number, customerId = 1) => ({ merchantId, customerId });

function store(ring: KeyRing, cardId: string, owner: ReturnType<typeof ownerOf>, pan = number): Promise<string> {
	const securityCode = pan.length === 15 ? "9372" : "937";
	const card = acceptCard({ number: pan, month: "08", year: "31", securityCode }, "test", now);
	return storeCard(tables.database.withTables(), ring, { cardId, card, owner, now });
}

/** Stores a card for each of many customers of a merchant. */
async function storeMany(ring: KeyRing, merchantId: number, count: number): Promise<void> {
	const customers = Array.from({ length: count }, (_, index) => index + 1);
	await Promise.all(
		customers.map((customer) => store(ring, `${merchantId}-${customer}`, ownerOf(merchantId, customer))),
	);
}

async function read(ring: KeyRing, cardId: string, owner: ReturnType<typeof ownerOf>): Promise<string | undefined> {
	const card = await createStoredCardReader(tables.database.withTables(), ring)({ cardId, owner, details });
	return card && digitsOf(card.pan);
}

/** Checks that a key ring reads every card of `storeMany`. */
async function expectReadable(ring: KeyRing, merchantId: number, count: number): Promise<void> {
	for (let customer = 1; customer <= count; customer++) {
		expect(await read(ring, `${merchantId}-${customer}`, ownerOf(merchantId, customer))).toBe(number);
	}
}

function retire(keyId: string, compromised = false): Promise<Retirement> {
	return retireKey({ database: tables.database.withTables(), keyId, now, compromised });
}

async function keysOf(purpose: string, merchantId?: number) {
	const { keys } = await listKeys(tables.database.withTables());
	return keys.filter((key) => key.purpose === purpose && (merchantId ?? key.merchantId) === key.merchantId);
}

async function currentOf(purpose: string, merchantId?: number): Promise<string> {
	const current = (await keysOf(purpose, merchantId)).filter(({ status }) => status === "current");
	if (current.length !== 1) throw new Error(`There are ${current.length} current keys for ${purpose}.`);
	return current[0]?.keyId ?? "";
}

const keyIdsOfCards = async () =>
	new Set((await tables.database.selectFrom("vault.stored_cards").select("key_id").execute()).map((row) => row.key_id));

describe("rotating the data keys of bank accounts", () => {
	const account = { institutionNumber: "003", transitNumber: "00012", accountNumber: "0098765" };

	async function storeAccounts(ring: KeyRing, merchantId: number, count: number): Promise<string[]> {
		const ids: string[] = [];
		for (let stored = 0; stored < count; stored++) {
			const one = await storeBankAccount(tables.database.withTables(), ring, { account, merchantId, now });
			ids.push(one.id);
		}
		return ids;
	}

	async function expectAccounts(ring: KeyRing, merchantId: number, ids: string[]): Promise<void> {
		const wanted = ids.map((id) => ({ id, merchantId }));
		const found = await readBankAccounts(tables.database.withTables(), ring, wanted);
		expect(found.map((one) => one && accountOf(one))).toEqual(ids.map(() => account));
	}

	test("P-15 S-22 re-encrypts every account, reads each as before, and no longer needs the former key", async () => {
		const ring = await openRing();
		const ids = await storeAccounts(ring, 1, 3);
		await store(ring, "card", ownerOf(1));
		const [former, cardKey] = [await currentOf("bank_account_storage", 1), await currentOf("card_storage", 1)];
		expect(await rotate("bank_account_storage")).toMatchObject({ stored: 3, unreadable: [], resumed: false });
		expect(await currentOf("card_storage", 1)).toBe(cardKey);
		expect(await retire(former)).toEqual({ outcome: "destroyed" });
		await expectAccounts(ring, 1, ids);
		await expectAccounts(await openRing(), 1, ids);
	});

	test("P-15 S-22 continues after an interruption, with each account readable throughout", async () => {
		const ring = await openRing();
		const ids = await storeAccounts(ring, 1, 150);
		const former = await currentOf("bank_account_storage", 1);
		await expect(rotate("bank_account_storage", 1, interruptAfter("re-encrypted", 1))).rejects.toThrow("interrupted");
		expect(await retire(former)).toEqual({ outcome: "in_use", purpose: "bank_account_storage", stored: 50 });
		await expectAccounts(ring, 1, ids);
		expect(await rotate("bank_account_storage", 1)).toMatchObject({ resumed: true, stored: 50 });
		await expectAccounts(ring, 1, ids);
	});
});

describe("rotating the data keys of stored cards", () => {
	test("P-15 re-encrypts every card under new keys, reads each number as before, and no longer needs the former keys", async () => {
		const ring = await openRing();
		for (const [index, { number: pan }] of testNumbers.entries()) await store(ring, `c${index}`, ownerOf(1), pan);
		await store(ring, "other", ownerOf(2));
		const former = [await currentOf("card_storage", 1), await currentOf("card_storage", 2)];

		const { keys, stored, resumed, unreadable } = await rotate("card_storage");
		expect({ stored, resumed, unreadable }).toEqual({
			stored: testNumbers.length + 1,
			resumed: false,
			unreadable: [],
		});
		expect(keys.map(({ formerKeyId }) => formerKeyId).sort()).toEqual([...former].sort());
		expect(await keyIdsOfCards()).toEqual(new Set(keys.map(({ keyId }) => keyId)));

		for (const keyId of former) expect(await retire(keyId)).toEqual({ outcome: "destroyed" });
		// A key ring that was open throughout, and a new one.
		for (const reader of [ring, await openRing()]) {
			for (const [index, { number: pan }] of testNumbers.entries()) {
				expect(await read(reader, `c${index}`, ownerOf(1))).toBe(pan);
			}
			expect(await read(reader, "other", ownerOf(2))).toBe(number);
		}
	});

	test("P-15 changes the named merchant only", async () => {
		const ring = await openRing();
		for (const merchant of merchants) await storeMany(ring, merchant, 1);
		const others = [await currentOf("card_storage", 1), await currentOf("card_storage", 3)];
		expect((await rotate("card_storage", 2)).keys).toMatchObject([{ merchantId: 2 }]);
		expect([await currentOf("card_storage", 1), await currentOf("card_storage", 3)]).toEqual(others);
	});

	test.each([
		["between two merchants' new keys", "keys replaced", 2],
		["before any card was re-encrypted", "keys replaced", 3],
		["between two batches of cards", "re-encrypted", 1],
		["after the last batch", "re-encrypted", 4],
	])("P-15 continues after an interruption %s, with every card readable throughout", async (_when, what, steps) => {
		const ring = await openRing();
		await storeMany(ring, 1, 150);
		for (const merchant of [2, 3]) await storeMany(ring, merchant, 2);
		const former = await Promise.all(merchants.map((merchant) => currentOf("card_storage", merchant)));

		await expect(rotate("card_storage", undefined, interruptAfter(what, steps))).rejects.toThrow("interrupted");
		for (const merchant of merchants) await expectReadable(ring, merchant, merchant === 1 ? 150 : 2);

		expect((await rotate("card_storage")).resumed).toBe(true);
		const current = await Promise.all(merchants.map((merchant) => currentOf("card_storage", merchant)));
		expect(await keyIdsOfCards()).toEqual(new Set(current));
		// One rotation was requested, so each merchant has had two keys.
		expect(await keysOf("card_storage")).toHaveLength(2 * merchants.length);
		for (const keyId of former) expect(await retire(keyId)).toEqual({ outcome: "destroyed" });
		await expectReadable(await openRing(), 1, 150);
		expect((await rotate("card_storage")).resumed).toBe(false);
	});

	test("P-16 leaves no card under a retired key, even when cards are stored meanwhile", async () => {
		const [ring, otherRing] = [await openRing(), await openRing()];
		await storeMany(ring, 1, 120);
		const stored: Promise<string>[] = [];
		const keepStoring: OnProgress = () => {
			stored.push(store(otherRing, `n${stored.length}`, ownerOf(1, 1000 + stored.length)));
		};
		const storing = Array.from({ length: 20 }, (_, index) => store(ring, `m${index}`, ownerOf(1, 500 + index)));
		await rotate("card_storage", 1, keepStoring);
		const ids = await Promise.all([...storing, ...stored]);
		expect(ids.length).toBeGreaterThan(20);
		expect(await keyIdsOfCards()).toEqual(new Set([await currentOf("card_storage", 1)]));
		await expectReadable(await openRing(), 1, 120);
	});

	test("P-16 waits for a card being stored under the former key", async () => {
		const ring = await openRing();
		await storeMany(ring, 1, 1);
		const former = await currentOf("card_storage", 1);
		let rotation: Promise<unknown> = Promise.resolve();
		let isRotated = false;
		await tables.database.transaction().execute(async (transaction: TestTables["database"]) => {
			const card = acceptCard({ number, month: "08", year: "31", securityCode: "937" }, "test", now);
			await storeCard(transaction.withTables(), ring, { cardId: "slow", card, owner: ownerOf(1, 9), now });
			rotation = rotate("card_storage", 1).then(() => {
				isRotated = true;
			});
			await waitForLock();
			expect(isRotated).toBe(false);
		});
		await rotation;
		expect(await retire(former)).toEqual({ outcome: "destroyed" });
		expect(await read(ring, "slow", ownerOf(1, 9))).toBe(number);
	});

	test("P-07 leaves a tampered card unchanged, reports it, and keeps its key", async () => {
		const ring = await openRing();
		await storeMany(ring, 1, 3);
		const former = await currentOf("card_storage", 1);
		await sql`update vault.stored_cards set customer_id = 99 where card_id = '1-2'`.execute(tables.database);
		expect(await rotate("card_storage")).toMatchObject({ stored: 2, unreadable: ["1-2"], resumed: false });
		expect(await retire(former)).toEqual({ outcome: "in_use", purpose: "card_storage", stored: 1 });
		// It does not block the next rotation, which re-encrypts it once the row is repaired.
		await sql`update vault.stored_cards set customer_id = 2 where card_id = '1-2'`.execute(tables.database);
		expect(await rotate("card_storage")).toMatchObject({ stored: 3, unreadable: [], resumed: false });
		expect(await retire(former)).toEqual({ outcome: "destroyed" });
		await expectReadable(ring, 1, 3);
	});

	test("two operators may start it at once", async () => {
		const ring = await openRing();
		await storeMany(ring, 1, 150);
		await Promise.all([rotate("card_storage"), rotate("card_storage")]);
		expect(await keyIdsOfCards()).toEqual(new Set([await currentOf("card_storage", 1)]));
		await expectReadable(ring, 1, 150);
	});
});

/** Resolves when a statement waits for a lock. */
async function waitForLock(): Promise<void> {
	for (;;) {
		const { rows } = await sql`
			select 1 from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock'`.execute(tables.database);
		if (rows.length > 0) return;
	}
}

describe("rotating merchants' card token keys", () => {
	async function sealTo(ring: KeyRing, merchantId: number): Promise<string> {
		const { publicKey } = await ring.currentCardTokenKey(merchantId, "test");
		return encryptCard(
			formatPublicKey(publicKey, "test"),
			{ number, month: "08", year: "31", securityCode: "937" },
			{ now },
		);
	}

	function open(keyRing: KeyRing, token: string, merchantId: number) {
		const findSession = async () => undefined;
		return openToken({
			keyRing,
			token,
			merchantId,
			environment: "test",
			findSession,
			realNow: now,
			businessNow: now,
		});
	}

	test("T-11 P-15 gives pages a new key at once, and every gateway still opens tokens of the former key", async () => {
		const rings = [await openRing(), await openRing()] as const;
		const token = await sealTo(rings[0], 1);
		const former = await currentOf("card_token", 1);
		await rotate("card_token");
		expect(await currentOf("card_token", 1)).not.toBe(former);
		for (const ring of [...rings, await openRing()]) {
			expect((await open(ring, token, 1)).card.suffix).toBe("4242");
			expect((await open(ring, await sealTo(ring, 1), 1)).card.suffix).toBe("4242");
			expect((await ring.currentCardTokenKey(1, "test")).keyId).not.toBe(former);
		}
	});

	test("P-12 keeps a merchant in its environment", async () => {
		const ring = await openRing();
		await ring.currentCardTokenKey(1, "live");
		await rotate("card_token");
		expect((await ring.currentCardTokenKey(1, "live")).environment).toBe("live");
		await expect(ring.currentCardTokenKey(1, "test")).rejects.toThrow("of the other environment");
	});

	test("T-11 P-16 destroys the former key only when no page or token can use it", async () => {
		const ring = await openRing();
		const token = await sealTo(ring, 1);
		const former = await currentOf("card_token", 1);
		expect(await retire(former)).toEqual({ outcome: "current", purpose: "card_token" });
		await rotate("card_token");
		const until = now + 32 * day;
		now = until - 1;
		expect(await retire(former)).toEqual({ outcome: "may_be_in_use", purpose: "card_token", until });
		now = until;
		expect(await retire(former)).toEqual({ outcome: "destroyed" });
		expect(await retire(former)).toEqual({ outcome: "already_destroyed" });
		await expect(open(ring, token, 1)).rejects.toThrow("cannot be read");
	});

	test("P-16 destroys a stolen key at once on request", async () => {
		const ring = await openRing();
		const token = await sealTo(ring, 1);
		const former = await currentOf("card_token", 1);
		expect(await retire(former, true)).toEqual({ outcome: "current", purpose: "card_token" });
		await rotate("card_token");
		expect(await retire(former, true)).toEqual({ outcome: "destroyed" });
		await expect(open(await openRing(), token, 1)).rejects.toThrow("cannot be read");
	});
});

describe("rotating the key of access tokens", () => {
	test("O-44 P-15 verifies with the former key until its tokens have expired", async () => {
		const ring = await openRing();
		const former = await currentOf("access_token");
		now += 1000;
		await rotate("access_token");
		expect((await ring.signingKeys()).map(({ keyId, status }) => [keyId, status])).toEqual([
			[await currentOf("access_token"), "current"],
			[former, "retired"],
		]);
		const until = now + 25 * 3_600_000;
		expect(await retire(former)).toEqual({ outcome: "may_be_in_use", purpose: "access_token", until });
		now = until;
		expect(await retire(former)).toEqual({ outcome: "destroyed" });
		expect(await ring.signingKeys()).toHaveLength(1);
	});
});

describe("rotating the master key", () => {
	async function expectToWork(ring: KeyRing): Promise<void> {
		expect(await read(ring, "1-1", ownerOf(1))).toBe(number);
		expect(await ring.signingKeys()).toHaveLength(1);
		expect((await ring.findCardTokenKey(await currentOf("card_token", 1)))?.merchantId).toBe(1);
		const strange = 1000 + (await countKeys());
		await store(ring, `s${strange}`, ownerOf(strange));
		expect(await read(ring, `s${strange}`, ownerOf(strange))).toBe(number);
	}

	const countKeys = async () => (await tables.database.selectFrom("vault.keys").select("key_id").execute()).length;

	async function prepare(): Promise<{ ring: KeyRing; next: string }> {
		const ring = await openRing();
		await storeMany(ring, 1, 1);
		await ring.currentCardTokenKey(1, "test");
		const next = generateMasterKey();
		masterKeyFiles = [masterKey, next];
		return { ring, next };
	}

	test("P-15 everything is readable without the former master key", async () => {
		const { ring, next } = await prepare();
		const mac = ring.mac("card_fingerprint", number);
		const { keys, masterKeyId } = await (await openRotation()).rotateMaster(next);
		expect({ keys, masterKeyId }).toEqual({ keys: await countKeys(), masterKeyId: parseMasterKey(next).id });

		masterKeyFiles = [next];
		const restarted = await openRing({ masterKey: next, readMasterKeys: async () => [] });
		await expectToWork(restarted);
		expect(restarted.mac("card_fingerprint", number)).toEqual(mac);
		await expect(openRing({ masterKey, readMasterKeys: async () => [] })).rejects.toThrow("wrapped by master key");
	});

	test("P-15 running gateways work before and during it, and after the files were swapped", async () => {
		const { ring, next } = await prepare();
		for (let merchant = 100; merchant < 250; merchant++) await ring.currentCardTokenKey(merchant, "test");
		await expect((await openRotation(interruptAfter("keys wrapped", 1))).rotateMaster(next)).rejects.toThrow();
		const wrappedBy = await tables.database.selectFrom("vault.keys").select("master_key_id").distinct().execute();
		expect(wrappedBy).toHaveLength(2);
		await expectToWork(ring);
		await expectToWork(await openRing());

		const { keys } = await (await openRotation()).rotateMaster(next);
		expect(keys).toBeLessThan(await countKeys());
		await expectToWork(ring);
		masterKeyFiles = [next];
		await expectToWork(ring);
		await expectToWork(await openRing({ masterKey: next, readMasterKeys: async () => [] }));
	});

	test("P-15 wraps keys created during it by the new master key", async () => {
		const { ring, next } = await prepare();
		await expect((await openRotation(interruptAfter("keys wrapped", 1))).rotateMaster(next)).rejects.toThrow();
		const { keyId } = await ring.currentCardTokenKey(77, "test");
		const made = (await keysOf("card_token", 77)).map((key) => [key.keyId, key.masterKeyId]);
		expect(made).toEqual([[keyId, parseMasterKey(next).id]]);
	});

	test("P-15 can be reverted", async () => {
		const { next } = await prepare();
		await (await openRotation()).rotateMaster(next);
		await (await openRotation()).rotateMaster(masterKey);
		await expectToWork(await openRing({ masterKey, readMasterKeys: async () => [] }));
	});

	test("P-11 rejects a master key that gateways cannot find, and changes nothing", async () => {
		await prepare();
		const rows = () => tables.database.selectFrom("vault.keys").selectAll().orderBy("key_id").execute();
		const before = await rows();
		const master = await tables.database.selectFrom("vault.master_key").selectAll().execute();
		await expect((await openRotation()).rotateMaster(generateMasterKey())).rejects.toThrow("NEXT_MASTER_KEY_FILE");
		await expect((await openRotation()).rotateMaster("short")).rejects.toThrow("32 random bytes");
		expect(await rows()).toEqual(before);
		expect(await tables.database.selectFrom("vault.master_key").selectAll().execute()).toEqual(master);
	});

	test("P-17 stops at a key whose row was changed, and wraps nothing of it", async () => {
		const { next } = await prepare();
		const keyId = await currentOf("card_token", 1);
		await tables.database.updateTable("vault.keys").set({ merchant_id: 8 }).where("key_id", "=", keyId).execute();
		await expect((await openRotation()).rotateMaster(next)).rejects.toThrow(`Key ${keyId} was changed`);
	});
});

describe("retiring a key", () => {
	test("P-16 rejects keys in use and unknown keys, and changes none", async () => {
		const ring = await openRing();
		await storeMany(ring, 1, 1);
		const before = await listKeys(tables.database.withTables());
		for (const { keyId, purpose } of before.keys) expect(await retire(keyId)).toEqual({ outcome: "current", purpose });
		expect(await retire("0123456789abcdef")).toEqual({ outcome: "unknown_key" });
		expect(await listKeys(tables.database.withTables())).toEqual(before);
	});

	test("P-16 rejects a data key that encrypts cards and names their number, even if the key was stolen", async () => {
		const ring = await openRing();
		await storeMany(ring, 1, 3);
		const former = await currentOf("card_storage", 1);
		await expect(rotate("card_storage", 1, interruptAfter("keys replaced", 1))).rejects.toThrow();
		expect(await retire(former)).toEqual({ outcome: "in_use", purpose: "card_storage", stored: 3 });
		expect(await retire(former, true)).toEqual({ outcome: "in_use", purpose: "card_storage", stored: 3 });
		await expectReadable(ring, 1, 3);
	});

	test("P-16 P-17 a destroyed key is not restored by its row's status", async () => {
		const ring = await openRing();
		await storeMany(ring, 1, 1);
		const former = await currentOf("card_storage", 1);
		const wrapped = await tables.database
			.selectFrom("vault.keys")
			.select("wrapped_secret")
			.where("key_id", "=", former)
			.executeTakeFirstOrThrow();
		await rotate("card_storage");
		const current = await currentOf("card_storage", 1);
		await retire(former);
		const change = (keyId: string, values: object) =>
			tables.database.updateTable("vault.keys").set(values).where("key_id", "=", keyId).execute();
		await expect(change(former, { status: "current" })).rejects.toThrow("check constraint");
		await change(current, { status: "retired" });
		await expect(read(ring, "1-1", ownerOf(1))).rejects.toThrow(StoredCardUnreadable);
		// Not even with its former secret.
		await change(former, { status: "retired", ...wrapped });
		await expect(retrieve(former)).rejects.toThrow(`Key ${former} was changed in the database`);
	});

	async function retrieve(keyId: string) {
		const ring = await openRing();
		const row = await tables.database
			.selectFrom("vault.keys")
			.selectAll()
			.where("key_id", "=", keyId)
			.executeTakeFirstOrThrow();
		return ring.dataKeyOf(row, "card_storage");
	}
});

describe("the list of keys", () => {
	test("P-15 shows each key's uses, due rotation and earliest destruction, and nothing secret", async () => {
		const ring = await openRing();
		await storeMany(ring, 1, 2);
		const former = await currentOf("card_storage", 1);
		const created = now;
		now += 5 * day;
		await expect(rotate("card_storage", 1, interruptAfter("keys replaced", 1))).rejects.toThrow();
		const [current, retired] = await keysOf("card_storage", 1);
		expect(current).toMatchObject({ status: "current", stored: 0, dueAt: now + 365 * day, destroyableFrom: undefined });
		expect(retired).toEqual({
			keyId: former,
			purpose: "card_storage",
			merchantId: 1,
			status: "retired",
			masterKeyId: parseMasterKey(masterKey).id,
			createdAt: created,
			retiredAt: now,
			stored: 2,
			dueAt: undefined,
			destroyableFrom: now,
		});
		expect((await keysOf("card_fingerprint"))[0]).toMatchObject({ merchantId: undefined, dueAt: undefined });
	});

	test("is empty before the first gateway start", async () => {
		expect(await listKeys(tables.database.withTables())).toEqual({ master: undefined, keys: [] });
	});
});
