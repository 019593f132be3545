import type { Insertable } from "kysely";
import type { Database } from "../../db/database.ts";
import type { GatewayTables } from "../../db/schema.ts";

/**
 * Notes that somebody asked for a new password; what was asked for before is worth nothing from now on.
 *
 * @param keptSince a link that is newer than this stays in place of the new one; ms since 1970
 * @returns whether it is the new one
 */
export async function insertReset(
	transaction: Database,
	reset: Insertable<GatewayTables["password_resets"]>,
	keptSince: number,
): Promise<boolean> {
	const { staff_id: _whose, ...values } = reset;
	const { numInsertedOrUpdatedRows = 0n } = await transaction
		.insertInto("password_resets")
		.values(reset)
		.onConflict((conflict) =>
			conflict
				.column("staff_id")
				.doUpdateSet({ ...values, tries: 0 })
				.where("password_resets.created_at", "<=", keptSince),
		)
		.executeTakeFirst();
	return numInsertedOrUpdatedRows > 0n;
}

/** Counts a try to set a password by a link; `false` when there were as many as it is good for. */
export async function claimResetTry(database: Database, lookupId: string, limit: number): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable("password_resets")
		.set((eb) => ({ tries: eb("tries", "+", 1) }))
		.where("lookup_id", "=", lookupId)
		.where("tries", "<", limit)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Whose password may be changed by a link, as long as it is good at `now`. */
export interface ResetOwner {
	id: number;
	merchantId: number;
	email: string;
	name: string;
}

/** In a transaction nobody else uses it until that ends. */
export async function findReset(database: Database, lookupId: string, now: number): Promise<ResetOwner | undefined> {
	return database
		.selectFrom("password_resets")
		.innerJoin("staff", "staff.id", "password_resets.staff_id")
		.select(["staff.id", "staff.merchant_id as merchantId", "staff.email", "staff.name"])
		.where("lookup_id", "=", lookupId)
		.where("expires_at", ">", now)
		.where("removed_at", "is", null)
		.$if(database.isTransaction, (query) => query.forUpdate("password_resets"))
		.executeTakeFirst();
}

export async function deleteReset(transaction: Database, lookupId: string): Promise<void> {
	await transaction.deleteFrom("password_resets").where("lookup_id", "=", lookupId).execute();
}

/** What the mail with the link tells. */
export interface ResetMail {
	lookupId: string;
	email: string;
	merchantId: number;
}

/** Those among these that still stand. */
export async function findResetMails(database: Database, lookupIds: string[]): Promise<ResetMail[]> {
	return database
		.selectFrom("password_resets")
		.innerJoin("staff", "staff.id", "password_resets.staff_id")
		.innerJoin("merchants", "merchants.id", "staff.merchant_id")
		.select(["lookup_id as lookupId", "staff.email", "merchants.id as merchantId"])
		.where("lookup_id", "in", lookupIds)
		.where("removed_at", "is", null)
		.orderBy("lookup_id")
		.execute();
}

/** Forgets links that nobody has used in time; `now` is ms since 1970. */
export async function deleteExpiredResets(database: Database, now: number): Promise<void> {
	await database.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
}
