import { inspect } from "node:util";
import type { BankAccount } from "@cardseal/aft";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { generateMasterKey } from "../keys/at-rest.ts";
import { KeyRing } from "../keys/key-ring.ts";
import { MasterKeys } from "../keys/master-keys.ts";
import { accountOf } from "../rails.ts";
import type { BankAccountsTable } from "../schema.ts";
import { BankAccountUnreadable, deleteBankAccount, readBankAccounts, storeBankAccount } from "./bank-accounts.ts";

const now = Date.UTC(2026, 10, 21);
const merchantId = 7;
const account: BankAccount = { institutionNumber: "003", transitNumber: "00012", accountNumber: "0098765" };
const longAccount: BankAccount = { ...account, accountNumber: "987654321012" };
const masterKeys = new MasterKeys({ masterKey: generateMasterKey() });

let tables: TestTables;
let keyRing: KeyRing;

beforeAll(async () => {
	tables = await openTestTables();
	keyRing = await KeyRing.open({ database: tables.database.withTables(), masterKeys, now: () => now });
});

afterAll(() => tables.drop());

beforeEach(async () => {
	await sql`delete from vault.bank_accounts`.execute(tables.database);
});

function store(stored = account, of = merchantId) {
	return storeBankAccount(tables.database.withTables(), keyRing, { account: stored, merchantId: of, now });
}

const read = (...wanted: { id: string; merchantId: number }[]) =>
	readBankAccounts(tables.database.withTables(), keyRing, wanted);

const rows = () => tables.database.selectFrom("vault.bank_accounts").selectAll().orderBy("account_id").execute();

async function change(id: string, values: Partial<BankAccountsTable>): Promise<void> {
	await tables.database.updateTable("vault.bank_accounts").set(values).where("account_id", "=", id).execute();
}

describe("a stored bank account", () => {
	test("S-22 is read for a rail unchanged, with leading zeros, many in one query and in order", async () => {
		const first = await store();
		const second = await store(longAccount, 8);
		const found = await read(
			{ id: second.id, merchantId: 8 },
			{ id: "unknown", merchantId },
			{ id: first.id, merchantId },
		);
		expect(found.map((one) => one && accountOf(one))).toEqual([longAccount, undefined, account]);
		expect(await read()).toEqual([]);
	});

	test("S-22 is identified outside by a random id and its last digits", async () => {
		const { id, masked } = await store();
		expect(id).toMatch(/^[\w-]{20}$/);
		expect(masked).toBe("****8765");
		expect((await store()).id).not.toBe(id);
	});

	test("S-22 has no digit in its row, whatever the number's length", async () => {
		const numbers = ["12345", "000000901", "987654321012"];
		for (const accountNumber of numbers) await store({ ...account, accountNumber });
		const stored = await rows();
		expect(new Set(stored.map(({ encrypted_account }) => encrypted_account.length)).size).toBe(1);
		for (const { encrypted_account } of stored) {
			for (const number of [...numbers, "00012"]) expect(encrypted_account.includes(number)).toBe(false);
		}
	});

	test("S-22 prints masked in a string, in JSON and in a debugger", async () => {
		const { id } = await store();
		const [found] = await read({ id, merchantId });
		expect([String(found), JSON.stringify(found), inspect(found)]).toEqual(["****8765", '"****8765"', "****8765"]);
		expect(inspect({ found }, { depth: 5, showHidden: true })).not.toContain("0098765");
	});

	test("S-21 is rejected when invalid, without repeating it", async () => {
		const error = await store({ ...account, accountNumber: "9876" }).catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(Error);
		expect(inspect(error)).not.toContain("9876");
		expect(await rows()).toEqual([]);
	});

	test("X-01 cannot be found or deleted by another merchant", async () => {
		const { id } = await store();
		expect(await read({ id, merchantId: 8 })).toEqual([undefined]);
		await deleteBankAccount(tables.database.withTables(), { id, merchantId: 8 });
		expect(await rows()).toHaveLength(1);
	});

	test("loses its ciphertext when deleted", async () => {
		const { id } = await store();
		await deleteBankAccount(tables.database.withTables(), { id, merchantId });
		expect(await rows()).toEqual([]);
	});

	test("is not stored when its transaction fails", async () => {
		const failing = tables.database.transaction().execute(async (transaction: TestTables["database"]) => {
			await storeBankAccount(transaction.withTables(), keyRing, { account, merchantId, now });
			throw new Error("no");
		});
		await expect(failing).rejects.toThrow("no");
		expect(await rows()).toEqual([]);
	});
});

describe("P-07 a bank account's row that was tampered with", () => {
	test("does not decrypt with another row's account", async () => {
		const [first, second] = [await store(), await store(longAccount)];
		const stored = new Map((await rows()).map((row) => [row.account_id, row.encrypted_account]));
		await change(first.id, { encrypted_account: stored.get(second.id) ?? Buffer.of() });
		await expect(read({ id: first.id, merchantId })).rejects.toThrow(BankAccountUnreadable);
	});

	test("does not decrypt for another merchant", async () => {
		const { id } = await store();
		await change(id, { merchant_id: 8 });
		await expect(read({ id, merchantId: 8 })).rejects.toThrow(BankAccountUnreadable);
	});

	test("does not decrypt with any changed byte, and reveals nothing of the account", async () => {
		const { id } = await store();
		const [row] = await rows();
		const bytes = row?.encrypted_account ?? Buffer.of();
		for (let index = 0; index < bytes.length; index++) {
			const changed = Buffer.from(bytes);
			changed[index] = (changed[index] ?? 0) ^ 1;
			await change(id, { encrypted_account: changed });
			const error = await read({ id, merchantId }).catch((reason: unknown) => reason);
			expect(error).toBeInstanceOf(BankAccountUnreadable);
			expect(inspect(error)).not.toMatch(/0098765/);
		}
	});

	test("does not decrypt under a key for cards", async () => {
		const { id } = await store();
		const cardKey = await keyRing.lockDataKey(tables.database.withTables(), "card_storage", merchantId);
		await change(id, { key_id: cardKey.keyId });
		await expect(read({ id, merchantId })).rejects.toThrow(BankAccountUnreadable);
	});
});
