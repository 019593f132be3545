import { type Kysely, sql } from "kysely";
import { wrap } from "../keys/at-rest.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import type { KeysTable, ProcessorAccountsTable, VaultTables } from "../schema.ts";
import { openSecret, type StoredSecrets } from "../stored-secrets.ts";
import type { AccountSecrets } from "./connected-processor.ts";

/** Id of an account at a processor, and its merchant. */
export interface WantedProcessorAccount {
	id: string;
	merchantId: number;
}

/** Secrets are padded to a multiple of this size, so that the ciphertext hides their length. */
const paddedBytes = 512;

/** The encrypted column of processor accounts and its bound context. */
export const processorAccountSecrets: StoredSecrets<Pick<ProcessorAccountsTable, "account_id" | "merchant_id">> = {
	purpose: "processor_account_storage",
	table: "vault.processor_accounts",
	id: "account_id",
	secret: "encrypted_secrets",
	contextOf: ({ account_id, merchant_id }, keyId) =>
		["cardseal processor account v1", account_id, merchant_id, keyId].join("|"),
};

/**
 * Stores the secrets of an account at a processor.
 *
 * @param transaction the one that writes the merchant's record of the account
 */
export async function storeProcessorAccount(
	transaction: Kysely<VaultTables>,
	keyRing: KeyRing,
	{ account, secrets, now }: { account: WantedProcessorAccount; secrets: AccountSecrets; now: number },
): Promise<void> {
	const key = await keyRing.lockDataKey(transaction, processorAccountSecrets.purpose, account.merchantId);
	const identity = { account_id: account.id, merchant_id: account.merchantId };
	const text = JSON.stringify(secrets);
	const padding = " ".repeat(paddedBytes - (Buffer.byteLength(text) % paddedBytes));
	await transaction
		.insertInto("vault.processor_accounts")
		.values({
			...identity,
			key_id: key.keyId,
			encrypted_secrets: wrap(key, Buffer.from(text + padding), processorAccountSecrets.contextOf(identity, key.keyId)),
			stored_at: now,
		})
		.execute();
}

/**
 * Gives an account to another merchant, such as the live one that a demo merchant becomes.
 *
 * @param transaction the one that moves the merchant's record of the account
 */
export async function moveProcessorAccount(
	transaction: Kysely<VaultTables>,
	keyRing: KeyRing,
	{ account, merchantId, now }: { account: WantedProcessorAccount; merchantId: number; now: number },
): Promise<void> {
	const secrets = await readProcessorAccount(transaction, keyRing, account);
	await transaction
		.deleteFrom("vault.processor_accounts")
		.where("account_id", "=", account.id)
		.where("merchant_id", "=", account.merchantId)
		.execute();
	await storeProcessorAccount(transaction, keyRing, { account: { id: account.id, merchantId }, secrets, now });
}

type FoundAccount = KeysTable & Pick<ProcessorAccountsTable, "encrypted_secrets">;

/**
 * Reads the secrets of an account, with their key in one query: between two, a rotation could re-encrypt the account and destroy
 * the former key.
 *
 * @throws Error when the merchant has no such account, or its row was changed
 */
export async function readProcessorAccount(
	database: Kysely<VaultTables>,
	keyRing: KeyRing,
	{ id, merchantId }: WantedProcessorAccount,
): Promise<AccountSecrets> {
	const { rows } = await sql<FoundAccount>`
		/* prepare: read-processor-account */
		select account.encrypted_secrets, key.*
		from vault.processor_accounts as account
		join vault.keys as key on key.key_id = account.key_id
		where account.account_id = ${id} and account.merchant_id = ${merchantId}`.execute(database);
	const [row] = rows;
	if (row === undefined) throw new Error(`There is no processor account ${id}.`);
	const key = await keyRing.dataKeyOf(row, processorAccountSecrets.purpose);
	const identity = { account_id: id, merchant_id: merchantId };
	return JSON.parse(openSecret(processorAccountSecrets, key, identity, row.encrypted_secrets).toString());
}
