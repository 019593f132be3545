import { type Database, deleteInSlices } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, type RawBuilder, sql } from "kysely";

/** `false` when the challenge was used before. */
export async function takeNonce(
	database: Database,
	{ nonce, expiresAt }: { nonce: Buffer; expiresAt: number },
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await database
		.insertInto("used_passkey_challenges")
		.values({ nonce, expires_at: expiresAt })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}

export async function deleteExpiredChallenges(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "used_passkey_challenges", sql`expires_at <= ${now}`);
}

export function findPasskeyOwner(database: Database, credentialId: Buffer) {
	return database
		.selectFrom("passkeys")
		.innerJoin("staff", "staff.id", "passkeys.staff_id")
		.select(["staff.id", "staff.merchant_id as merchantId", "staff.password_hash as passwordHash"])
		.where("credential_id", "=", credentialId)
		.where("removed_at", "is", null)
		.executeTakeFirst();
}

/** Lock the member first. */
export function findPasskey(
	transaction: Database,
	{ staffId, credentialId }: { staffId: number; credentialId: Buffer },
) {
	return transaction
		.selectFrom("passkeys")
		.select(["passkey_id as passkeyId", "public_key as publicKey", "sign_count as signCount"])
		.where("credential_id", "=", credentialId)
		.where("staff_id", "=", staffId)
		.executeTakeFirst();
}

export async function recordPasskeyUse(
	transaction: Database,
	passkeyId: string,
	{ signCount, isBackedUp, now }: { signCount: number; isBackedUp: boolean; now: number },
): Promise<void> {
	await transaction
		.updateTable("passkeys")
		.set({ sign_count: signCount, is_backed_up: isBackedUp, last_used_at: now })
		.where("passkey_id", "=", passkeyId)
		.execute();
}

export function listPasskeys(database: Database, staffId: number) {
	return database
		.selectFrom("passkeys")
		.select(["passkey_id", "name", "is_backed_up", "created_at", "last_used_at"])
		.where("staff_id", "=", staffId)
		.orderBy("created_at")
		.orderBy("passkey_id")
		.execute();
}

export interface CredentialDescription {
	credentialId: Buffer;
	transports: string[];
}

export function describeCredentials(database: Database, staffId: number): Promise<CredentialDescription[]> {
	return database
		.selectFrom("passkeys")
		.select(["credential_id as credentialId", "transports"])
		.where("staff_id", "=", staffId)
		.orderBy("created_at", "desc")
		.execute();
}

/** `false` when an account has it already. */
export async function insertPasskey(
	transaction: Database,
	passkey: Insertable<GatewayTables["passkeys"]>,
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto("passkeys")
		.values(passkey)
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}

/** Returns the names of the deleted passkeys. */
export async function deletePasskeys(transaction: Database, staffId: number, only?: string): Promise<string[]> {
	const rows = await transaction
		.deleteFrom("passkeys")
		.where("staff_id", "=", staffId)
		.$if(only !== undefined, (query) => query.where("passkey_id", "=", only ?? ""))
		.returning("name")
		.execute();
	return rows.map(({ name }) => name);
}

export const hasPasskeySql = sql<boolean>`exists (select from passkeys where passkeys.staff_id = staff.id)`;

export const hasAuthenticatorSql = sql<boolean>`staff.second_factor_secret is not null`;

/** An authenticator or a passkey. */
export const hasSecondFactorSql = sql<boolean>`(${hasAuthenticatorSql} or ${hasPasskeySql})`;

/** Selects the wanted passkeys, for the audit log. */
export function namedPasskeys(merchantId: number): RawBuilder<unknown> {
	return sql`
		select lookup_id, passkeys.name from passkeys join wanted on passkey_id = lookup_id
			join staff on staff.id = passkeys.staff_id where merchant_id = staff_merchant_of(${merchantId})`;
}
