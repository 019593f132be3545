import { formatPublicKey, generateRecipientKey } from "@cardseal/encrypt/open";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { generateMasterKey } from "./at-rest.ts";
import { findKeyOwner } from "./key-owner.ts";
import { KeyRing } from "./key-ring.ts";
import { MasterKeys } from "./master-keys.ts";

const merchantId = 7;

let tables: TestTables;
let keyRing: KeyRing;
let publicKey: Uint8Array;

beforeAll(async () => {
	tables = await openTestTables();
	const masterKeys = new MasterKeys({ masterKey: generateMasterKey() });
	keyRing = await KeyRing.open({ database: tables.database.withTables(), masterKeys, now: () => 0 });
	({ publicKey } = await keyRing.currentCardTokenKey(merchantId, "test"));
});

afterAll(() => tables.drop());

function find(key: string) {
	return findKeyOwner(tables.database.withTables(), key);
}

describe("findKeyOwner", () => {
	test("returns the merchant and environment of a key", async () => {
		expect(await find(formatPublicKey(publicKey, "test"))).toEqual({ id: merchantId, environment: "test" });
	});

	test("ignores case and surrounding blanks, like the library", async () => {
		const key = formatPublicKey(publicKey, "test");
		expect(await find(` ${key.toUpperCase()}\n`)).toEqual({ id: merchantId, environment: "test" });
	});

	test("returns nothing for the same bytes in the other environment", async () => {
		expect(await find(formatPublicKey(publicKey, "live"))).toBeUndefined();
	});

	test("returns nothing for an unknown key", async () => {
		expect(await find(formatPublicKey(generateRecipientKey().publicKey, "test"))).toBeUndefined();
	});

	test.each(["", "pktest1", "sktest1", "4111111111111111", "x".repeat(100_000)])(
		"returns nothing for a text that is not a public key: %.20s",
		async (text) => {
			expect(await find(text)).toBeUndefined();
		},
	);

	test("T-11 finds the owner of a retired key, but not of a destroyed one", async () => {
		const old = await keyRing.currentCardTokenKey(8, "live");
		const key = formatPublicKey(old.publicKey, "live");
		await sql`update vault.keys set status = 'retired' where merchant_id = 8`.execute(tables.database);
		expect(await find(key)).toEqual({ id: 8, environment: "live" });
		await sql`update vault.keys set status = 'destroyed', wrapped_secret = null where merchant_id = 8`.execute(
			tables.database,
		);
		expect(await find(key)).toBeUndefined();
	});
});
