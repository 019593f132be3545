import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { generateMasterKey } from "../keys/at-rest.ts";
import { KeyRing } from "../keys/key-ring.ts";
import { MasterKeys } from "../keys/master-keys.ts";
import { createKeyRotation } from "../rotation/key-rotation.ts";
import { createVault, type Vault } from "../vault.ts";
import type { ProcessorAdapter } from "./connected-processor.ts";
import { readProcessorAccount, storeProcessorAccount } from "./processor-accounts.ts";

const now = Date.UTC(2026, 10, 21);
const masterKey = generateMasterKey();
const secrets = { merchant_id: "300200578", api_key: "4BaD82D9197b4cc4b70a221911eE9f70" };

let tables: TestTables;
let keyRing: KeyRing;
let vault: Vault;
let accounts = 0;

beforeAll(async () => {
	tables = await openTestTables();
	const database = tables.database.withTables();
	keyRing = await KeyRing.open({ database, masterKeys: new MasterKeys({ masterKey }), now: () => now });
	vault = await createVault({ database, masterKey, businessNow: () => now, realNow: () => now });
});
afterAll(() => tables.drop());

async function stored(merchantId = 7): Promise<{ id: string; merchantId: number }> {
	accounts += 1;
	const account = { id: `account${accounts}`, merchantId };
	await storeProcessorAccount(tables.database.withTables(), keyRing, { account, secrets, now });
	return account;
}

const read = (account: { id: string; merchantId: number }) =>
	readProcessorAccount(tables.database.withTables(), keyRing, account);

describe("a processor account", () => {
	test("P-06 is read unchanged by its merchant, and by no other", async () => {
		const account = await stored();
		expect(await read(account)).toEqual(secrets);
		await expect(read({ ...account, merchantId: 8 })).rejects.toThrow("There is no processor account");
		await expect(read({ id: "unknown", merchantId: 7 })).rejects.toThrow("There is no processor account");
	});

	test("P-07 is not read from another row, whose secrets were moved there", async () => {
		const [first, second] = [await stored(), await stored()];
		await sql`update vault.processor_accounts as one set encrypted_secrets = other.encrypted_secrets
			from vault.processor_accounts as other
			where one.account_id = ${first.id} and other.account_id = ${second.id}`.execute(tables.database);
		await expect(read(first)).rejects.toThrow();
	});

	test("P-06 is in no row of the database as text, and its ciphertext hides its length", async () => {
		await stored();
		const rows = await tables.database.selectFrom("vault.processor_accounts").selectAll().execute();
		expect(rows.length).toBeGreaterThan(0);
		for (const { encrypted_secrets: encrypted } of rows) {
			expect(encrypted.toString("latin1")).not.toContain(secrets.merchant_id);
			expect(encrypted.length).toBeGreaterThan(512);
		}
	});

	test("P-15 is encrypted anew when its keys are replaced, and the vault connects it throughout", async () => {
		const account = await stored();
		const seen: unknown[] = [];
		const adapter: ProcessorAdapter = {
			title: "Far Payments",
			fields: [],
			verify: async () => {},
			name: "far",
			maximumDelayMs: 1_000,
			async submit(_request, given) {
				seen.push(given);
				return { result: "accepted" };
			},
			inquire: async () => ({ result: "not_received" }),
		};
		const processor = vault.connectProcessor(adapter, account);
		const original = {
			reference: "r",
			operation: "sale",
			amountCents: 100,
			processorTransactionId: null,
			authorizationCode: null,
		} as const;
		const request = { operation: "void", amountCents: 100, currency: "CAD", original } as const;
		await processor.submit({ ...request, reference: "before" });
		const rotation = await createKeyRotation({
			database: tables.database.withTables(),
			masterKey,
			now: () => now,
			onProgress: () => undefined,
		});
		const rotated = await rotation.rotate({ purpose: "processor_account_storage", merchantId: 7 });
		expect(rotated.stored).toBe(accounts - 1);
		expect(rotated.unreadable).toHaveLength(1);
		await processor.submit({ ...request, reference: "after" });
		expect(seen).toEqual([secrets, secrets]);
	});
});
