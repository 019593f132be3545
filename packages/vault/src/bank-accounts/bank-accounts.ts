import { randomBytes } from "node:crypto";
import { type BankAccount, checkAccount, maskAccount } from "@cardseal/aft";
import { type Kysely, sql } from "kysely";
import { keyColumns } from "../keys/key-columns.ts";
import type { DataKey, KeyRing } from "../keys/key-ring.ts";
import type { BankAccountsTable, KeysTable, VaultTables } from "../schema.ts";
import { openSecret, type StoredSecrets, sealSecret } from "../stored-secrets.ts";
import { RailAccount } from "./rail-account.ts";

export interface StoredBankAccount {
	id: string;
	/** `****6789`. */
	masked: string;
}

export interface WantedBankAccount {
	id: string;
	merchantId: number;
}

/** Its row changed, or its key is gone. */
export class BankAccountUnreadable extends Error {
	override readonly name = "BankAccountUnreadable";

	constructor(accountId: string, cause?: unknown) {
		super(`Bank account ${accountId} cannot be decrypted.`, { cause });
	}
}

const idBytes = 15;

/** Payments Canada, Standard 005. Padding hides the length. */
const longestAccountNumber = 12;

export const bankAccountSecrets: StoredSecrets<Pick<BankAccountsTable, "account_id" | "merchant_id">> = {
	purpose: "bank_account_storage",
	table: "vault.bank_accounts",
	id: "account_id",
	secret: "encrypted_account",
	contextOf: ({ account_id, merchant_id }, keyId) =>
		["cardseal bank account v1", account_id, merchant_id, keyId].join("|"),
};

/**
 * Adds a row for each use, so deleting one leaves the others (S-22).
 *
 * @param transaction the one that also writes the account's use
 * @throws Error for an invalid account
 */
export async function storeBankAccount(
	transaction: Kysely<VaultTables>,
	keyRing: KeyRing,
	{ account, merchantId, now }: { account: BankAccount; merchantId: number; now: number },
): Promise<StoredBankAccount> {
	const [problem] = checkAccount(account);
	if (problem !== undefined) throw new Error(`${problem.field} ${problem.message}`);
	const key = await keyRing.lockDataKey(transaction, bankAccountSecrets.purpose, merchantId);
	const identity = { account_id: randomBytes(idBytes).toString("base64url"), merchant_id: merchantId };
	const { institutionNumber, transitNumber, accountNumber } = account;
	const digits = institutionNumber + transitNumber + accountNumber.padEnd(longestAccountNumber);
	const encrypted_account = sealSecret(bankAccountSecrets, key, identity, Buffer.from(digits));
	await transaction
		.insertInto("vault.bank_accounts")
		.values({ ...identity, key_id: key.keyId, encrypted_account, stored_at: now })
		.execute();
	return { id: identity.account_id, masked: maskAccount(accountNumber) };
}

type FoundAccount = KeysTable & Pick<BankAccountsTable, "encrypted_account"> & { place: number };

/**
 * `undefined` for an account that the merchant does not have.
 *
 * @throws BankAccountUnreadable
 */
export async function readBankAccounts(
	database: Kysely<VaultTables>,
	keyRing: KeyRing,
	wanted: readonly WantedBankAccount[],
): Promise<(RailAccount | undefined)[]> {
	const found = await findAccounts(database, wanted);
	const keys = new Map<string, DataKey>();
	const accounts: (RailAccount | undefined)[] = wanted.map(() => undefined);
	for (const row of found) {
		const want = wanted[row.place - 1];
		if (want === undefined) throw new Error("The query returned an unrequested bank account.");
		const identity = { account_id: want.id, merchant_id: want.merchantId };
		try {
			const key = keys.get(row.key_id) ?? (await keyRing.dataKeyOf(row, bankAccountSecrets.purpose));
			keys.set(row.key_id, key);
			const digits = openSecret(bankAccountSecrets, key, identity, row.encrypted_account).toString();
			accounts[row.place - 1] = railAccountOf(digits);
		} catch (cause) {
			throw new BankAccountUnreadable(want.id, cause);
		}
	}
	return accounts;
}

/** One query: between two, a rotation could destroy the former key. */
async function findAccounts(
	database: Kysely<VaultTables>,
	wanted: readonly WantedBankAccount[],
): Promise<FoundAccount[]> {
	const ids = wanted.map(({ id }) => id);
	const merchantIds = wanted.map(({ merchantId }) => merchantId);
	const { rows } = await sql<FoundAccount>`
		select wanted.place::integer as place, account.encrypted_account, ${sql.raw(keyColumns)}
		from unnest(${ids}::text[], ${merchantIds}::bigint[]) with ordinality as wanted (account_id, merchant_id, place)
		join vault.bank_accounts as account using (account_id, merchant_id)
		join vault.keys as key on key.key_id = account.key_id`.execute(database);
	return rows;
}

function railAccountOf(digits: string): RailAccount {
	return new RailAccount({
		institutionNumber: digits.slice(0, 3),
		transitNumber: digits.slice(3, 8),
		accountNumber: digits.slice(8).trimEnd(),
	});
}

export async function deleteBankAccount(
	database: Kysely<VaultTables>,
	{ id, merchantId }: WantedBankAccount,
): Promise<void> {
	await database
		.deleteFrom("vault.bank_accounts")
		.where("account_id", "=", id)
		.where("merchant_id", "=", merchantId)
		.execute();
}
