import { type Insertable, sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { deleteInSlices } from "../../db/delete-in-slices.ts";
import type { GatewayTables } from "../../db/schema.ts";

/** Uses a challenge, once; `false` when it was used before. */
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

/** Deletes the marks of expired challenges; `now` is ms since 1970. */
export async function deleteExpiredChallenges(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "used_passkey_challenges", sql`expires_at <= ${now}`);
}

/** The owner of a passkey, as sign-in needs them. */
export interface PasskeyOwner {
	id: number;
	merchantId: number;
	passwordHash: string;
}

/** Finds the owner of a passkey, unless they were removed. */
export function findPasskeyOwner(database: Database, credentialId: Buffer): Promise<PasskeyOwner | undefined> {
	return database
		.selectFrom("passkeys")
		.innerJoin("staff", "staff.id", "passkeys.staff_id")
		.select(["staff.id", "staff.merchant_id as merchantId", "staff.password_hash as passwordHash"])
		.where("credential_id", "=", credentialId)
		.where("removed_at", "is", null)
		.executeTakeFirst();
}

/** A passkey's public part. */
export interface StoredPasskey {
	passkeyId: string;
	/** COSE. */
	publicKey: Buffer<ArrayBuffer>;
	/** The authenticator's signature counter; 0 for one that does not count. */
	signCount: number;
}

/** Finds a member's passkey. Lock the member first. */
export async function findPasskey(
	transaction: Database,
	{ staffId, credentialId }: { staffId: number; credentialId: Buffer },
): Promise<StoredPasskey | undefined> {
	const row = await transaction
		.selectFrom("passkeys")
		.select(["passkey_id", "public_key", "sign_count"])
		.where("credential_id", "=", credentialId)
		.where("staff_id", "=", staffId)
		.executeTakeFirst();
	if (row === undefined) return undefined;
	return { passkeyId: row.passkey_id, publicKey: Buffer.from(row.public_key), signCount: row.sign_count };
}

/** Records a use of a passkey. `now` is ms since 1970. */
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

/** A passkey in its owner's list. Times are real, ms since 1970. */
export interface ListedPasskey {
	passkey_id: string;
	name: string;
	/** True when a provider copies it to further devices. */
	is_backed_up: boolean;
	created_at: number;
	last_used_at: number | null;
}

/** Lists a member's passkeys, oldest first. */
export function listPasskeys(database: Database, staffId: number): Promise<ListedPasskey[]> {
	return database
		.selectFrom("passkeys")
		.select(["passkey_id", "name", "is_backed_up", "created_at", "last_used_at"])
		.where("staff_id", "=", staffId)
		.orderBy("created_at")
		.orderBy("passkey_id")
		.execute();
}

/** The id of a passkey at its authenticator. */
export interface CredentialDescription {
	credentialId: Buffer;
	/** The ways to reach the authenticator, as its browser named them. */
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

/** Inserts a passkey; `false` when an account has it already. */
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

/** Deletes one passkey of a member, or all. Returns the names of the deleted ones. */
export async function deletePasskeys(transaction: Database, staffId: number, only?: string): Promise<string[]> {
	const rows = await transaction
		.deleteFrom("passkeys")
		.where("staff_id", "=", staffId)
		.$if(only !== undefined, (query) => query.where("passkey_id", "=", only ?? ""))
		.returning("name")
		.execute();
	return rows.map(({ name }) => name);
}

/** True in a query of `staff` for a member with a passkey. */
export const hasPasskeySql = sql<boolean>`exists (select from passkeys where passkeys.staff_id = staff.id)`;

/** True in a query of `staff` for a member with an authenticator. */
export const hasAuthenticatorSql = sql<boolean>`staff.second_factor_secret is not null`;

/** True in a query of `staff` for a member with a second factor: an authenticator or a passkey. */
export const hasSecondFactorSql = sql<boolean>`(${hasAuthenticatorSql} or ${hasPasskeySql})`;
