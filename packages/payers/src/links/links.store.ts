import { type Database, listNewestFirst, type PageRequest } from "@cardseal/platform/db";
import { type MailReader, type MailSender, mailSenderColumns } from "@cardseal/platform/mail";
import type { DeclineCode } from "@cardseal/vault";
import { type Insertable, type RawBuilder, sql } from "kysely";
import type { LinkStatus, PayerTables, PaymentLink } from "../tables.ts";
import type { Consent } from "./subscription/consent.ts";

/**
 * True while an attempt may still become, or is, a payment: then the link neither ends nor begins another attempt.
 *
 * @param now real time, ms since 1970
 */
const isBeingPaid = (now: number): RawBuilder<boolean> => sql<boolean>`
	(claimed_until > ${now}::bigint or subscription_lookup_id is not null or exists (
		select from transactions
		where transactions.transaction_id = payment_links.transaction_id and transactions.status <> 'DECLINED'
	) or exists (
		select from eft_requests join eft_transactions using (transaction_id)
		where transaction_id = payment_links.eft_transaction_id and answer = 'accepted' and result <> 'DECLINED'
	))`;

/** The request on the bank's page ends first: its answer decides. */
const waitsForBank = sql<boolean>`
	exists (select from eft_requests where transaction_id = payment_links.eft_transaction_id and answer is null)`;

/** A trial is paid by its consent, a payment by bank once the money came. */
const isPaid = sql<boolean>`
	(exists (
		select from transactions
		where transactions.transaction_id = payment_links.transaction_id and transactions.status = 'APPROVED'
	) or exists (
		select from subscriptions
		where subscriptions.lookup_id = payment_links.subscription_lookup_id and (completed_cycles > 0 or trial_days > 0)
	) or exists (
		select from eft_transactions
		where eft_transactions.transaction_id = payment_links.eft_transaction_id
			and eft_transactions.result = 'APPROVED' and settled_at is not null
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

export interface MailedLink extends MailSender, MailReader {
	/** The link's lookup id, and the number of the mail. */
	reference: string;
	link: Pick<
		PaymentLink,
		"lookup_id" | "amount_cents" | "currency" | "description" | "invoice_id" | "expires_at" | "plan_lookup_id"
	>;
	email: string;
	isTest: boolean;
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
	/** `null` for a subscription. */
	transactionId: string | null;
	/** Business time, ms since 1970. */
	now: number;
	realNow: number;
}

/** Takes an open link for one attempt. Returns `undefined` when it ended, or another request took it. */
export function claimAttempt(transaction: Database, claim: Claim): Promise<PaymentLink | undefined> {
	return transaction
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
		.returningAll()
		.executeTakeFirst();
}

/** Runs first: a statement that waits for a lock does not see the payments that were written meanwhile. */
async function lockLink(transaction: Database, id: number): Promise<void> {
	await transaction.selectFrom("payment_links").select("id").where("id", "=", id).forUpdate().execute();
}

/**
 * Locks an open link for a payment by bank. Returns `undefined` when it ended, or is being paid by card.
 *
 * @param times.now business time, ms since 1970
 * @param times.realNow real time, ms since 1970
 */
export async function lockForBank(
	transaction: Database,
	id: number,
	{ now, realNow }: { now: number; realNow: number },
): Promise<PaymentLink | undefined> {
	await lockLink(transaction, id);
	return (
		transaction
			.selectFrom("payment_links")
			.selectAll()
			.where("id", "=", id)
			.where("status", "=", "OPEN")
			.where("expires_at", ">", now)
			.where(sql<boolean>`not ${isBeingPaid(realNow)}`)
			// A gateway that stopped may still write the charge of its claim.
			.where(
				sql<boolean>`(claimed_until = 0 or exists (
				select from transactions where transactions.transaction_id = payment_links.transaction_id
			))`,
			)
			.executeTakeFirst()
	);
}

export async function setBankRequest(
	transaction: Database,
	{ id }: Pick<PaymentLink, "id">,
	requestId: string | null,
): Promise<void> {
	await transaction.updateTable("payment_links").set({ eft_transaction_id: requestId }).where("id", "=", id).execute();
}

/** The request wrote its transaction, or will not: that alone decides about another attempt. */
export async function releaseAttempt(database: Database, link: Pick<PaymentLink, "id" | "attempts">): Promise<void> {
	await database
		.updateTable("payment_links")
		.set({ claimed_until: 0 })
		.where("id", "=", link.id)
		.where("attempts", "=", link.attempts)
		.execute();
}

/** Returns the link if this call ended it as paid. `now` is business time, ms since 1970. */
export function endAsPaid(transaction: Database, id: number, now: number): Promise<PaymentLink | undefined> {
	return transaction
		.updateTable("payment_links")
		.set({
			status: "PAID",
			ended_at: now,
			claimed_until: 0,
			transaction_id: sql<string | null>`case when subscription_lookup_id is null then transaction_id else (
				select paid_transaction_id from subscriptions where lookup_id = subscription_lookup_id
			) end`,
			customer_lookup_id: sql<string | null>`case
				when subscription_lookup_id is null then customer_lookup_id
				else coalesce(customer_lookup_id, subscriber_lookup_id)
			end`,
		})
		.where("id", "=", id)
		.where("status", "=", "OPEN")
		.where(isPaid)
		.returningAll()
		.executeTakeFirst();
}

/** Lists open links whose payment was approved, for a gateway that stopped before it ended them. */
export async function listPaid(database: Database, limit: number): Promise<number[]> {
	const rows = await database
		.selectFrom("payment_links")
		.select("id")
		.where("status", "=", "OPEN")
		// As the indexes have it.
		.where(({ or, eb }) =>
			or([
				eb("transaction_id", "is not", null),
				eb("eft_transaction_id", "is not", null),
				eb("subscription_lookup_id", "is not", null),
			]),
		)
		.where(isPaid)
		.limit(limit)
		.execute();
	return rows.map(({ id }) => id);
}

/** Lists open links whose subscription's first payment failed. */
export function listUnpaid(database: Database, limit: number): Promise<Pick<PaymentLink, "id" | "merchant_id">[]> {
	return database
		.selectFrom("payment_links")
		.innerJoin("subscriptions", "subscriptions.lookup_id", "payment_links.subscription_lookup_id")
		.select(["payment_links.id", "payment_links.merchant_id"])
		.where("payment_links.status", "=", "OPEN")
		.where(hasFailed)
		.limit(limit)
		.execute();
}

/** True when a subscription's first payment failed. A payer who waits for another try would rather use another card. */
const hasFailed = sql<boolean>`
	(completed_cycles = 0 and charging_transaction_id is null
		and (subscriptions.status <> 'ACTIVE' or not_received_attempts > 0))`;

interface FirstPayment {
	status: LinkStatus;
	subscription_id: number | null;
	is_paid: boolean | null;
	has_failed: boolean | null;
	decline_code: DeclineCode | null;
}

export async function readFirstPayment(database: Database, id: number): Promise<FirstPayment> {
	const { rows } = await sql<FirstPayment>`
		select payment_links.status, subscriptions.id as subscription_id, completed_cycles > 0 as is_paid, ${hasFailed} as has_failed, (
			select decline_code from renewal_attempts join transactions using (transaction_id)
			where subscription_id = subscriptions.id
			order by period desc, attempt desc limit 1
		) as decline_code
		from payment_links left join subscriptions on subscriptions.lookup_id = subscription_lookup_id
		where payment_links.id = ${id}`.execute(database);
	const [row] = rows;
	if (row === undefined) throw new Error("A payment link has no row.");
	return row;
}

export async function keepSubscriber(database: Database, { id }: PaymentLink, lookupId: string): Promise<void> {
	await database.updateTable("payment_links").set({ subscriber_lookup_id: lookupId }).where("id", "=", id).execute();
}

/**
 * Writes the subscription of an attempt, with the consent. Returns `false` when the attempt lost the link.
 *
 * @param kept.now business time, ms since 1970
 */
export async function keepSubscription(
	transaction: Database,
	link: Pick<PaymentLink, "id" | "attempts">,
	{ subscription, consent, now }: { subscription: string; consent: Consent; now: number },
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("payment_links")
		.set({
			subscription_lookup_id: subscription,
			amount_cents: consent.cents,
			consent_text: consent.text,
			consent_sha256: consent.sha256,
			consent_language: consent.language,
			consent_at: now,
		})
		.where("id", "=", link.id)
		.where("status", "=", "OPEN")
		.where("attempts", "=", link.attempts)
		.where("subscription_lookup_id", "is", null)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/** Lets the link be paid again. Returns `false` when the first payment was, or may be, approved after all. */
export async function releaseSubscription(database: Database, id: number, subscription: string): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable("payment_links")
		.set({
			subscription_lookup_id: null,
			consent_text: null,
			consent_sha256: null,
			consent_language: null,
			consent_at: null,
		})
		.where("id", "=", id)
		.where("status", "=", "OPEN")
		.where("subscription_lookup_id", "=", subscription)
		.where(({ exists, selectFrom }) =>
			exists(
				selectFrom("subscriptions")
					.select("id")
					.whereRef("lookup_id", "=", "subscription_lookup_id")
					.where("completed_cycles", "=", 0)
					.where("charging_transaction_id", "is", null),
			),
		)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/** Returns `undefined` when the link ended, or is being paid. */
export async function endAsCanceled(
	transaction: Database,
	id: number,
	{ now, realNow }: { now: number; realNow: number },
): Promise<PaymentLink | undefined> {
	await lockLink(transaction, id);
	return transaction
		.updateTable("payment_links")
		.set({ status: "CANCELED", ended_at: now })
		.where("id", "=", id)
		.where("status", "=", "OPEN")
		.where(sql<boolean>`not ${isBeingPaid(realNow)}`)
		.returningAll()
		.executeTakeFirst();
}

/** Ends expired links, unless a payer is paying now. */
export async function endExpired(
	transaction: Database,
	{ now, realNow, limit }: { now: number; realNow: number; limit: number },
): Promise<PaymentLink[]> {
	const isExpired = sql<boolean>`status = 'OPEN' and expires_at <= ${now} and not ${isBeingPaid(realNow)} and not ${waitsForBank}`;
	const due = await transaction
		.selectFrom("payment_links")
		.select("id")
		.where(isExpired)
		.orderBy("expires_at")
		.limit(limit)
		.forUpdate()
		.skipLocked()
		.execute();
	if (due.length === 0) return [];
	const ids = due.map(({ id }) => id);
	// Sees the payments that were written until the lock.
	return transaction
		.updateTable("payment_links")
		.set({ status: "EXPIRED", ended_at: now })
		.where("id", "in", ids)
		.where(isExpired)
		.returningAll()
		.execute();
}

/** Business time, ms since 1970, of the next end that no payer's attempt delays. */
export async function findNextExpiry(database: Database, realNow: number): Promise<number | undefined> {
	const found = await database
		.selectFrom("payment_links")
		.select("expires_at")
		.where("status", "=", "OPEN")
		.where(sql<boolean>`not (${isBeingPaid(realNow)} or ${waitsForBank})`)
		.orderBy("expires_at")
		.limit(1)
		.executeTakeFirst();
	return found?.expires_at;
}
