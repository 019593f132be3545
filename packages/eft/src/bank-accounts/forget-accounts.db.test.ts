import type { BankAccount } from "@cardseal/aft";
import { createVault, generateMasterKey, type Vault } from "@cardseal/vault";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { insertEft } from "../../../../test/fixtures/eft/wallets.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { giveToRail, updateEftTransaction } from "../transaction/eft-transactions.store.ts";
import { forgetSettledAccounts } from "./forget-accounts.ts";
import { insertLinkedAccount } from "./linked-accounts.store.ts";

const start = Date.UTC(2026, 10, 21);
const day = 86_400_000;
const account: BankAccount = { institutionNumber: "004", transitNumber: "10202", accountNumber: "1236789" };

let tables: TestTables;
let vault: Vault;
let merchantId: number;

beforeAll(async () => {
	tables = await openTestTables();
	vault = await createVault({
		database: tables.database.withTables(),
		masterKey: generateMasterKey(),
		businessNow: () => start,
		realNow: () => start,
	});
});

beforeEach(async () => {
	merchantId = await insertMerchant(tables.database);
});

afterAll(() => tables.drop());

async function storeAccount(): Promise<string> {
	return (await vault.storeBankAccount(tables.database.withTables(), { account, merchantId })).id;
}

interface Times {
	settledAt?: number;
	returnedAt?: number;
}

async function paidTo(bankAccountId: string, { settledAt, returnedAt }: Times): Promise<string> {
	const transactionId = await insertEft(tables.database, { merchantId, kind: "deposit", cents: 1_00 });
	const details = { rail: "demo", partyName: "Ada", maskedAccount: "****6789", bankAccountId } as const;
	await giveToRail(tables.database.withTables(), transactionId, details);
	await updateEftTransaction(tables.database.withTables(), transactionId, {
		settled_at: settledAt ?? null,
		...(returnedAt !== undefined && { returned_at: returnedAt, return_code: "915", result: "DECLINED" }),
	});
	return transactionId;
}

const forgetAt = (now: number) =>
	forgetSettledAccounts({ database: tables.database.withTables(), vault, businessClock: { now: () => now } });

async function isKept(id: string): Promise<boolean> {
	const [found] = await vault.readBankAccounts(tables.database.withTables(), [{ id, merchantId }]);
	return found !== undefined;
}

test.each<[string, Times]>([
	["settled", { settledAt: start }],
	["returned", { returnedAt: start }],
	["returned after settlement", { settledAt: start - 50 * day, returnedAt: start }],
])("S-22 the vault keeps a bank account for 100 days after its payment %s; the mask stays", async (_outcome, times) => {
	const id = await storeAccount();
	const transactionId = await paidTo(id, times);
	await forgetAt(start + 100 * day);
	expect(await isKept(id)).toBe(true);
	await forgetAt(start + 100 * day + 1);
	expect(await isKept(id)).toBe(false);
	const row = tables.database
		.selectFrom("eft_transactions")
		.select(["bank_account_id", "masked_account"])
		.where("transaction_id", "=", transactionId);
	expect(await row.executeTakeFirst()).toEqual({ bank_account_id: null, masked_account: "****6789" });
});

test("S-22 an account with a payment in flight stays, even with an old payment", async () => {
	const id = await storeAccount();
	await paidTo(id, { settledAt: start });
	await paidTo(id, {});
	await forgetAt(start + 400 * day);
	expect(await isKept(id)).toBe(true);
});

test("S-22 a linked account stays", async () => {
	const id = await storeAccount();
	await paidTo(id, { settledAt: start });
	await insertLinkedAccount(tables.database.withTables(), {
		merchant_id: merchantId,
		bank_account_id: id,
		masked_account: "****6789",
		institution_number: "004",
		holder_name: "Maple & Main",
		warnings: [],
		linked_at: start,
	});
	await forgetAt(start + 400 * day);
	expect(await isKept(id)).toBe(true);
	await tables.database.deleteFrom("eft_linked_accounts").where("bank_account_id", "=", id).execute();
	await forgetAt(start + 400 * day);
	expect(await isKept(id)).toBe(false);
});

test("S-22 accounts beyond one batch are deleted too", async () => {
	const ids = [];
	for (let count = 0; count < 101; count++) {
		const id = await storeAccount();
		await paidTo(id, { settledAt: start });
		ids.push(id);
	}
	await forgetAt(start + 101 * day);
	const wanted = ids.map((id) => ({ id, merchantId }));
	const found = await vault.readBankAccounts(tables.database.withTables(), wanted);
	expect(found.filter((one) => one !== undefined)).toEqual([]);
});
