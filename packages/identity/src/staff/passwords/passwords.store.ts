import type { Language } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { type MailSender, mailSenderColumns } from "@cardseal/platform/mail";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, sql } from "kysely";
import { hasSecondFactorSql } from "../passkeys/passkeys.store.ts";

/** @param keptSince a link newer than this is kept; an older one is replaced */
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

/** `false` when the link's attempts are used up. */
export async function claimResetTry(database: Database, lookupId: string, limit: number): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable("password_resets")
		.set((eb) => ({ tries: eb("tries", "+", 1) }))
		.where("lookup_id", "=", lookupId)
		.where("tries", "<", limit)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

export interface ResetOwner {
	id: number;
	merchantId: number;
	email: string;
	name: string;
}

export function findReset(database: Database, lookupId: string, now: number): Promise<ResetOwner | undefined> {
	return valid(database, lookupId, now).executeTakeFirst();
}

export function lockReset(transaction: Database, lookupId: string, now: number): Promise<ResetOwner | undefined> {
	return valid(transaction, lookupId, now).forUpdate("password_resets").executeTakeFirst();
}

function valid(database: Database, lookupId: string, now: number) {
	return database
		.selectFrom("password_resets")
		.innerJoin("staff", "staff.id", "password_resets.staff_id")
		.select(["staff.id", "staff.merchant_id as merchantId", "staff.email", "staff.name"])
		.where("lookup_id", "=", lookupId)
		.where("expires_at", ">", now)
		.where("removed_at", "is", null);
}

export async function deleteReset(transaction: Database, lookupId: string): Promise<void> {
	await transaction.deleteFrom("password_resets").where("lookup_id", "=", lookupId).execute();
}

export interface ResetMail extends MailSender {
	lookupId: string;
	email: string;
	readerLanguage: Language | null;
}

export async function findResetMails(database: Database, lookupIds: string[]): Promise<ResetMail[]> {
	return database
		.selectFrom("password_resets")
		.innerJoin("staff", "staff.id", "password_resets.staff_id")
		.innerJoin("merchants", (join) => join.on("merchants.id", "=", sql<number>`live_merchant_of(staff.merchant_id)`))
		.select(["lookup_id as lookupId", "staff.email", "password_resets.language as readerLanguage"])
		.select(mailSenderColumns)
		.where("lookup_id", "in", lookupIds)
		.where("removed_at", "is", null)
		.orderBy("lookup_id")
		.execute();
}

export async function deleteExpiredResets(database: Database, now: number): Promise<void> {
	await database.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
}

/** The current hash, and earlier ones, newest first. */
export interface StaffPasswords {
	current: string;
	former: string[];
}

export async function findPasswords(database: Database, staffId: number): Promise<StaffPasswords | undefined> {
	const row = await database
		.selectFrom("staff")
		.select(["password_hash as current", "former_password_hashes as former"])
		.where("id", "=", staffId)
		.executeTakeFirst();
	return row;
}

/**
 * Unlocks the account only without a second factor: an attacker who reads the mailbox could guess its codes. `now` is
 * ms since 1970.
 */
export async function setPassword(
	transaction: Database,
	staffId: number,
	{ hash, former, now }: { hash: string; former: string[]; now: number },
): Promise<void> {
	await transaction
		.updateTable("staff")
		.set({
			password_hash: hash,
			former_password_hashes: former,
			password_changed_at: now,
		})
		.where("id", "=", staffId)
		.execute();
	await transaction
		.updateTable("staff")
		.set({ failed_sign_ins: 0, locked_until: null, known_failed_sign_ins: 0, known_locked_until: null })
		.where("id", "=", staffId)
		.where(hasSecondFactorSql, "is", false)
		.execute();
}
