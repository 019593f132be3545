import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { keyColumns } from "../keys/key-columns.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import type { KeysTable, ProcessorAccountsTable, VaultTables } from "../schema.ts";
import { openSecret, type StoredSecrets, sealSecret } from "../stored-secrets.ts";
import type { AccountSecrets, ProcessorAdapter } from "./connected-processor.ts";

export interface WantedProcessorAccount {
	id: string;
	merchantId: number;
}

/** Padding hides the length. */
const paddedBytes = 512;

export const processorAccountSecrets: StoredSecrets<Pick<ProcessorAccountsTable, "account_id" | "merchant_id">> = {
	purpose: "processor_account_storage",
	table: "vault.processor_accounts",
	id: "account_id",
	secret: "encrypted_secrets",
	contextOf: ({ account_id, merchant_id }, keyId) =>
		["cardseal processor account v1", account_id, merchant_id, keyId].join("|"),
};

/** @param transaction the one that writes the merchant's record of the account */
export async function storeProcessorAccount(
	transaction: Kysely<VaultTables>,
	keyRing: KeyRing,
	{ account, secrets, now }: { account: WantedProcessorAccount; secrets: AccountSecrets; now: number },
): Promise<void> {
	await transaction
		.insertInto("vault.processor_accounts")
		.values({
			account_id: account.id,
			merchant_id: account.merchantId,
			...(await encrypt(transaction, keyRing, { account, secrets })),
			stored_at: now,
		})
		.execute();
}

async function encrypt(
	transaction: Kysely<VaultTables>,
	keyRing: KeyRing,
	{ account, secrets }: { account: WantedProcessorAccount; secrets: AccountSecrets },
): Promise<Pick<ProcessorAccountsTable, "key_id" | "encrypted_secrets">> {
	const key = await keyRing.lockDataKey(transaction, processorAccountSecrets.purpose, account.merchantId);
	const identity = { account_id: account.id, merchant_id: account.merchantId };
	const text = JSON.stringify(secrets);
	const padding = " ".repeat(paddedBytes - (Buffer.byteLength(text) % paddedBytes));
	const encrypted_secrets = sealSecret(processorAccountSecrets, key, identity, Buffer.from(text + padding));
	return { key_id: key.keyId, encrypted_secrets };
}

/** An empty value removes the field. */
export type AccountChanges = Readonly<Record<string, string>>;

export interface ChangedAccount {
	secrets: AccountSecrets;
	/** The changes apply to this version only. */
	version: string;
}

export async function readChangedAccount(
	database: Kysely<VaultTables>,
	keyRing: KeyRing,
	{ account, changes }: { account: WantedProcessorAccount; changes: AccountChanges },
): Promise<ChangedAccount> {
	const { secrets, encrypted } = await readRow(database, keyRing, account);
	const changed = Object.entries({ ...secrets, ...changes }).filter(([, value]) => value !== "");
	return { secrets: Object.fromEntries(changed), version: versionOf(encrypted) };
}

function versionOf(encrypted: Buffer): string {
	return createHash("sha256").update(encrypted).digest("hex");
}

export async function versionOfProcessorAccount(
	database: Kysely<VaultTables>,
	keyRing: KeyRing,
	account: WantedProcessorAccount,
): Promise<string> {
	return versionOf((await readRow(database, keyRing, account)).encrypted);
}

/**
 * Returns `false` if the account was changed since `version`.
 *
 * @param transaction the one that changes the merchant's record of the account
 */
export async function changeProcessorAccount(
	transaction: Kysely<VaultTables>,
	keyRing: KeyRing,
	{ account, changes, version }: { account: WantedProcessorAccount; changes: AccountChanges; version: string },
): Promise<boolean> {
	const changed = await readChangedAccount(transaction, keyRing, { account, changes });
	if (changed.version !== version) return false;
	const { numUpdatedRows } = await transaction
		.updateTable("vault.processor_accounts")
		.set(await encrypt(transaction, keyRing, { account, secrets: changed.secrets }))
		.where("account_id", "=", account.id)
		.where("merchant_id", "=", account.merchantId)
		.where(sql<string>`encode(sha256(encrypted_secrets), 'hex')`, "=", version)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/** Equal for two merchants who have the same account. */
export function identityOf(
	{ name, fields }: Pick<ProcessorAdapter, "name" | "fields">,
	secrets: AccountSecrets,
): string {
	const named = fields.filter(({ isIdentity }) => isIdentity === true);
	const required = fields.filter(({ isOptional }) => isOptional !== true);
	const identifying = named.length > 0 ? named : required;
	return JSON.stringify([name, ...identifying.map((field) => [field.name, secrets[field.name] ?? ""])]);
}

/** @param transaction the one that moves the merchant's record of the account */
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
 * Reads secrets and key in one query: between two, a rotation could destroy the former key.
 *
 * @throws Error when the merchant has no such account, or its row was changed
 */
export async function readProcessorAccount(
	database: Kysely<VaultTables>,
	keyRing: KeyRing,
	account: WantedProcessorAccount,
): Promise<AccountSecrets> {
	return (await readRow(database, keyRing, account)).secrets;
}

async function readRow(
	database: Kysely<VaultTables>,
	keyRing: KeyRing,
	{ id, merchantId }: WantedProcessorAccount,
): Promise<{ secrets: AccountSecrets; encrypted: Buffer }> {
	const { rows } = await sql<FoundAccount>`
		/* prepare: read-processor-account */
		select account.encrypted_secrets, ${sql.raw(keyColumns)}
		from vault.processor_accounts as account
		join vault.keys as key on key.key_id = account.key_id
		where account.account_id = ${id} and account.merchant_id = ${merchantId}`.execute(database);
	const [row] = rows;
	if (row === undefined) throw new Error(`There is no processor account ${id}.`);
	const key = await keyRing.dataKeyOf(row, processorAccountSecrets.purpose);
	const identity = { account_id: id, merchant_id: merchantId };
	const text = openSecret(processorAccountSecrets, key, identity, row.encrypted_secrets).toString();
	return { secrets: JSON.parse(text), encrypted: row.encrypted_secrets };
}
