import type { Database } from "@cardseal/platform/db";
import { type MailReader, type MailSender, mailSenderColumns } from "@cardseal/platform/mail";
import type { GatewayTables } from "@cardseal/platform/tables";
import type { Insertable } from "kysely";
import type { PortalSession } from "../tables.ts";

export type NewSession = Insertable<GatewayTables["portal_sessions"]>;

export async function insertSessions(transaction: Database, sessions: NewSession[]): Promise<void> {
	await transaction.insertInto("portal_sessions").values(sessions).execute();
}

/** Times are real, ms since 1970. */
export function findUnopened(database: Database, lookupId: string, now: number): Promise<PortalSession | undefined> {
	return validSessions(database, now)
		.where("lookup_id", "=", lookupId)
		.where("cookie_hash", "is", null)
		.executeTakeFirst();
}

export function findOpened(database: Database, lookupId: string, now: number): Promise<PortalSession | undefined> {
	return validSessions(database, now)
		.where("lookup_id", "=", lookupId)
		.where("cookie_hash", "is not", null)
		.executeTakeFirst();
}

export function findByCookie(database: Database, cookieHash: Buffer, now: number): Promise<PortalSession | undefined> {
	return validSessions(database, now).where("cookie_hash", "=", cookieHash).executeTakeFirst();
}

function validSessions(database: Database, now: number) {
	return database.selectFrom("portal_sessions").selectAll().where("expires_at", ">", now);
}

/** Returns `false` when another browser opened the link first. */
export async function openSession(
	transaction: Database,
	lookupId: string,
	{ cookieHash, now, expiresAt }: { cookieHash: Buffer; now: number; expiresAt: number },
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("portal_sessions")
		.set({ cookie_hash: cookieHash, expires_at: expiresAt })
		.where("lookup_id", "=", lookupId)
		.where("cookie_hash", "is", null)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

export async function deleteSession(database: Database, lookupId: string): Promise<void> {
	await database.deleteFrom("portal_sessions").where("lookup_id", "=", lookupId).execute();
}

export async function deleteExpiredSessions(database: Database, now: number): Promise<void> {
	await database.deleteFrom("portal_sessions").where("expires_at", "<=", now).execute();
}

export interface MailedLink extends MailSender, MailReader {
	/** Sessions of one mail share it. */
	reference: string | null;
	lookupId: string;
	merchantId: number;
	email: string;
	mailedTo: Buffer | null;
	firstName: string | null;
	lastName: string | null;
	company: string | null;
	/** Business time, ms since 1970. */
	customerSince: number;
	expiresAt: number;
	mode: "demo" | "live";
}

/** Leaves out opened links and erased customers. */
export function findMailedLinks(database: Database, references: string[]): Promise<MailedLink[]> {
	return database
		.selectFrom("portal_sessions")
		.innerJoin("merchants", "merchants.id", "portal_sessions.merchant_id")
		.innerJoin("customers", "customers.lookup_id", "portal_sessions.customer_lookup_id")
		.select([
			"portal_sessions.mail_id as reference",
			"portal_sessions.lookup_id as lookupId",
			"portal_sessions.mailed_to as mailedTo",
			"portal_sessions.expires_at as expiresAt",
			"customers.email",
			"customers.first_name as firstName",
			"customers.last_name as lastName",
			"customers.company",
			"customers.created_at as customerSince",
			"customers.language",
			"customers.country",
			"customers.province",
			"merchants.mode",
		])
		.select(mailSenderColumns)
		.whereRef("customers.merchant_id", "=", "portal_sessions.merchant_id")
		.where("mail_id", "in", references)
		.where("cookie_hash", "is", null)
		.where("erased_at", "is", null)
		.orderBy("portal_sessions.mail_id")
		.orderBy("customers.id", "desc")
		.execute();
}
