import { type Database, listNewestFirst, type PageRequest } from "@cardseal/platform/db";
import { mailSenderColumns } from "@cardseal/platform/mail";
import { type Insertable, type RawBuilder, sql } from "kysely";
import type { LinkStatus, PayerTables, PaymentLink } from "../tables.ts";
import type { MailedLink } from "./link-mail.ts";

/**
 * True while an attempt may still become, or is, a payment: then the link neither ends nor begins another attempt.
 *
 * @param now real time, ms since 1970
 */
const isBeingPaid = (now: number): RawBuilder<boolean> => sql<boolean>`
	(claimed_until > ${now}::bigint or exists (
		select from transactions
		where transactions.transaction_id = payment_links.transaction_id and transactions.status <> 'DECLINED'
	))`;

export function insertLink(
	transaction: Database,
	link: Insertable<PayerTables["payment_links"]>,
): Promise<PaymentLink> {
	return transaction.insertInto("payment_links").values(link).returningAll().executeTakeFirstOrThrow();
}

/** @param owner a merchant; `undefined` for the payer, whose proof names the link */
export function findLink(
	database: Database,
	lookupId: string,
	owner?: { merchantId: number },
): Promise<PaymentLink | undefined> {
	return database
		.selectFrom("payment_links")
		.selectAll()
		.where("lookup_id", "=", lookupId)
		.$if(owner !== undefined, (query) => query.where("merchant_id", "=", owner?.merchantId ?? 0))
		.executeTakeFirst();
}

export interface LinkFilters {
	merchantId: number;
	status?: LinkStatus | undefined;
	invoiceId?: string | undefined;
}

export function listLinks(
	database: Database,
	{ merchantId, status, invoiceId }: LinkFilters,
	page: PageRequest,
): Promise<PaymentLink[]> {
	return listNewestFirst(database, {
		table: "payment_links",
		merchantId,
		scope: sql`merchant_id = ${merchantId}`,
		page,
		filters: [
			...(status === undefined ? [] : [{ keeps: sql`status = ${status}` }]),
			...(invoiceId === undefined ? [] : [{ keeps: sql`invoice_id = ${invoiceId}` }]),
		],
	});
}

/** `now` is business time, ms since 1970. */
export async function noteOpened(database: Database, lookupId: string, now: number): Promise<void> {
	await database
		.updateTable("payment_links")
		.set({ opened_at: now })
		.where("lookup_id", "=", lookupId)
		.where("opened_at", "is", null)
		.execute();
}

/**
 * Counts a mail to the payer of an open link. Returns `undefined` when none may be sent.
 *
 * @param mail.now business time, ms since 1970
 */
export function noteMail(
	transaction: Database,
	{
		merchantId,
		lookupId,
		now,
		maximumMails,
	}: { merchantId: number; lookupId: string; now: number; maximumMails: number },
): Promise<PaymentLink | undefined> {
	return transaction
		.updateTable("payment_links")
		.set({ mails: sql<number>`mails + 1`, mailed_at: now })
		.where("lookup_id", "=", lookupId)
		.where("merchant_id", "=", merchantId)
		.where("status", "=", "OPEN")
		.where("expires_at", ">", now)
		.where("email", "is not", null)
		.where("mails", "<", maximumMails)
		.returningAll()
		.executeTakeFirst();
}

/** Finds the links of mails that may still be paid. A reference is a link's lookup id and the number of the mail. */
export async function findMailed(database: Database, references: string[]): Promise<MailedLink[]> {
	const lookupIds = references.map((reference) => reference.split(".")[0] ?? "");
	const rows = await database
		.selectFrom("payment_links")
		.innerJoin("merchants", "merchants.id", "payment_links.merchant_id")
		.leftJoin("customers", "customers.lookup_id", "payment_links.customer_lookup_id")
		.select(mailSenderColumns)
		.select([
			"payment_links.lookup_id",
			"payment_links.amount_cents",
			"payment_links.currency",
			"payment_links.description",
			"payment_links.invoice_id",
			"payment_links.expires_at",
			"payment_links.plan_lookup_id",
			"payment_links.email",
			"merchants.mode",
			"customers.country",
			"customers.province",
			sql<string | null>`coalesce(payment_links.language, customers.language)`.as("language"),
		])
		.where("payment_links.lookup_id", "in", lookupIds)
		.where("payment_links.status", "=", "OPEN")
		.where("payment_links.email", "is not", null)
		.$narrowType<{ email: string }>()
		.execute();
	return references.flatMap((reference, index) => {
		const row = rows.find(({ lookup_id: lookupId }) => lookupId === lookupIds[index]);
		return row === undefined ? [] : [{ ...row, reference, link: row, isTest: row.mode === "demo" }];
	});
}

interface Claim {
	/** As it was read: another request that came between wins. */
	link: PaymentLink;
	attempts: number;
	/** Real time, ms since 1970. */
	claimedUntil: number;
	transactionId: string;
	/** Business time, ms since 1970. */
	now: number;
	realNow: number;
}

/** Takes an open link for one attempt. Returns `false` when it ended, or another request took it. */
export async function claimAttempt(database: Database, claim: Claim): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable("payment_links")
		.set({
			attempts: claim.attempts,
			claimed_until: claim.claimedUntil,
			transaction_id: claim.transactionId,
		})
		.where("id", "=", claim.link.id)
		.where("status", "=", "OPEN")
		.where("expires_at", ">", claim.now)
		.where("attempts", "=", claim.link.attempts)
		.where(sql<boolean>`not ${isBeingPaid(claim.realNow)}`)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/** The request wrote its transaction, or will not: that alone decides about another attempt. */
export async function releaseAttempt(database: Database, link: Pick<PaymentLink, "id">, transactionId: string) {
	await database
		.updateTable("payment_links")
		.set({ claimed_until: 0 })
		.where("id", "=", link.id)
		.where("transaction_id", "=", transactionId)
		.execute();
}

/** Returns the link if this call ended it as paid. `now` is business time, ms since 1970. */
export function endAsPaid(transaction: Database, id: number, now: number): Promise<PaymentLink | undefined> {
	return transaction
		.updateTable("payment_links")
		.set({ status: "PAID", ended_at: now, claimed_until: 0 })
		.where("id", "=", id)
		.where("status", "=", "OPEN")
		.where(sql<boolean>`exists (
			select from transactions
			where transactions.transaction_id = payment_links.transaction_id and transactions.status = 'APPROVED'
		)`)
		.returningAll()
		.executeTakeFirst();
}

/** Lists open links whose payment was approved, for a gateway that stopped before it ended them. */
export async function listPaid(database: Database, limit: number): Promise<number[]> {
	const rows = await database
		.selectFrom("payment_links")
		.innerJoin("transactions", "transactions.transaction_id", "payment_links.transaction_id")
		.select("payment_links.id")
		.where("payment_links.status", "=", "OPEN")
		.where("transactions.status", "=", "APPROVED")
		.limit(limit)
		.execute();
	return rows.map(({ id }) => id);
}

/** Returns `undefined` when the link ended, or is being paid. */
export function endAsCanceled(
	transaction: Database,
	id: number,
	{ now, realNow }: { now: number; realNow: number },
): Promise<PaymentLink | undefined> {
	return transaction
		.updateTable("payment_links")
		.set({ status: "CANCELED", ended_at: now })
		.where("id", "=", id)
		.where("status", "=", "OPEN")
		.where(sql<boolean>`not ${isBeingPaid(realNow)}`)
		.returningAll()
		.executeTakeFirst();
}

/** Ends links whose time is over, unless a payer is paying now. */
export async function endExpired(
	transaction: Database,
	{ now, realNow, limit }: { now: number; realNow: number; limit: number },
): Promise<PaymentLink[]> {
	const { rows } = await sql<PaymentLink>`
		update payment_links set status = 'EXPIRED', ended_at = ${now}::bigint
		where id in (
			select id from payment_links
			where status = 'OPEN' and expires_at <= ${now} and not ${isBeingPaid(realNow)}
			order by expires_at limit ${limit}
			for update skip locked
		)
		returning *`.execute(transaction);
	return rows;
}

/** Business time, ms since 1970, of the next end that no payer's attempt delays. */
export async function findNextExpiry(database: Database, realNow: number): Promise<number | undefined> {
	const found = await database
		.selectFrom("payment_links")
		.select("expires_at")
		.where("status", "=", "OPEN")
		.where(sql<boolean>`not ${isBeingPaid(realNow)}`)
		.orderBy("expires_at")
		.limit(1)
		.executeTakeFirst();
	return found?.expires_at;
}
