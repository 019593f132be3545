import { type Merchant, merchantOf } from "@cardseal/merchants";
import { type Database, listNearest, type PageRequest } from "@cardseal/platform/db";
import { type MailReader, type MailSender, mailSenderColumns, mailSenderOf } from "@cardseal/platform/mail";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, sql } from "kysely";
import type { PaymentRequest, RequestAnswer } from "./request.ts";

/** Returns `false` when the processor_transaction_id is taken. */
export async function insertRequest(
	transaction: Database,
	request: Insertable<GatewayTables["eft_requests"]>,
): Promise<boolean> {
	const { numInsertedOrUpdatedRows = 0n } = await transaction
		.insertInto("eft_requests")
		.values(request)
		.onConflict((conflict) => conflict.column("processor_transaction_id").doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows > 0n;
}

function selectRequests(database: Database) {
	return database
		.selectFrom("eft_requests as request")
		.innerJoin("eft_transactions as transaction", "transaction.transaction_id", "request.transaction_id")
		.innerJoin("merchants", "merchants.id", "transaction.merchant_id")
		.select([
			"request.transaction_id as transactionId",
			"request.processor_transaction_id as processorTransactionId",
			"request.payer_merchant_id as payerMerchantId",
			"request.expires_at as expiresAt",
			"request.answer",
			"transaction.email as payerEmail",
			"transaction.amount_cents as amountCents",
			"transaction.description",
			"transaction.result",
			"transaction.masked_account as maskedAccount",
			"transaction.created_at as createdAt",
		]);
}

function selectWithParties(database: Database) {
	return selectRequests(database)
		.leftJoin("customers", "customers.lookup_id", "transaction.customer_lookup_id")
		.selectAll("merchants")
		.select(["customers.language as payer_language", "customers.country as payer_country"])
		.select("customers.province as payer_province")
		.select(sql<boolean>`transaction.settled_at is not null`.as("isSettled"));
}

type Requests = ReturnType<typeof selectWithParties>;

export interface StoredRequest extends PaymentRequest {
	merchant: Merchant;
	sender: MailSender;
	payer: MailReader;
	/** The payer's bank, or wallet, has paid. */
	isSettled: boolean;
}

function requestOf(row: Awaited<ReturnType<Requests["executeTakeFirstOrThrow"]>>): StoredRequest {
	return {
		...row,
		merchant: merchantOf(row),
		sender: mailSenderOf(row),
		payer: { language: row.payer_language, country: row.payer_country, province: row.payer_province },
		payerEmail: row.payerEmail ?? "",
	};
}

export function findRequest(database: Database, transactionId: string): Promise<StoredRequest | undefined> {
	return oneOf(selectWithParties(database), transactionId);
}

export function lockRequest(transaction: Database, transactionId: string): Promise<StoredRequest | undefined> {
	return oneOf(selectWithParties(transaction).forUpdate("request"), transactionId);
}

async function oneOf(requests: Requests, transactionId: string): Promise<StoredRequest | undefined> {
	const row = await requests.where("request.transaction_id", "=", transactionId).executeTakeFirst();
	return row && requestOf(row);
}

export async function findUnanswered(database: Database, transactionIds: string[]): Promise<StoredRequest[]> {
	const rows = await selectWithParties(database)
		.where("request.transaction_id", "in", transactionIds)
		.where("answer", "is", null)
		.orderBy("request.transaction_id")
		.execute();
	return rows.map(requestOf);
}

/** Exceeds any ms since 1970, for one sort key. */
const openFirst = 1e15;

/** Returns up to `limit + 1` requests, nearest first. Open ones cannot be pushed out of sight. `now` is business time. */
export function listIncoming(
	database: Database,
	{ merchantId, now }: { merchantId: number; now: number },
	page: PageRequest,
) {
	const isOpen = sql`answer is null and expires_at > ${now}::bigint`;
	const place = sql<number>`transaction.created_at + case when ${isOpen} then ${openFirst}::bigint else 0 end`;
	const incoming = selectRequests(database)
		.select(mailSenderColumns)
		.select(["transaction.id", place.as("created_at")])
		.where("payer_merchant_id", "=", merchantId);
	return listNearest(database, incoming, page);
}

/**
 * Counts by address: a count by payer would reveal its staff (rule X-30). Locks the requesting merchant.
 * @param payer.since business time
 */
export async function countOpen(
	transaction: Database,
	requesting: Pick<Merchant, "id">,
	{ email, since, now }: { email: string; since: number; now: number },
): Promise<number> {
	await transaction.selectFrom("merchants").select("id").where("id", "=", requesting.id).forNoKeyUpdate().execute();
	const { open } = await transaction
		.selectFrom("eft_requests as request")
		.innerJoin("eft_transactions as transaction", "transaction.transaction_id", "request.transaction_id")
		.select((eb) => eb.fn.countAll<number>().as("open"))
		.where("transaction.merchant_id", "=", requesting.id)
		.where("transaction.created_at", ">", since)
		.where("answer", "is", null)
		.where("expires_at", ">", now)
		.where(sql<boolean>`lower(transaction.email) = lower(${email})`)
		.executeTakeFirstOrThrow();
	return open;
}

/** Requires the same mode. One query in any case, so that the response time reveals nothing. */
export async function findPayerMerchantId(
	transaction: Database,
	email: string,
	requesting: Pick<Merchant, "id" | "mode">,
): Promise<number | null> {
	const row = await transaction
		.selectFrom("staff")
		.innerJoin("merchants", (join) => join.on(sql<boolean>`staff.merchant_id in (merchants.id, demo_twin_id)`))
		.select("merchants.id")
		.where(sql<string>`lower(staff.email)`, "=", email.toLowerCase())
		.where("staff.removed_at", "is", null)
		.where("merchants.mode", "=", requesting.mode)
		.where("merchants.id", "!=", requesting.id)
		.executeTakeFirst();
	return row?.id ?? null;
}

export async function saveAnswer(
	transaction: Database,
	transactionId: string,
	{ answer, now }: { answer: RequestAnswer; now: number },
): Promise<void> {
	await transaction
		.updateTable("eft_requests")
		.set({ answer, answered_at: now })
		.where("transaction_id", "=", transactionId)
		.execute();
}

export async function findNextExpiry(database: Database): Promise<number | undefined> {
	const row = await database
		.selectFrom("eft_requests")
		.select("expires_at")
		.where("answer", "is", null)
		.orderBy("expires_at")
		.limit(1)
		.executeTakeFirst();
	return row?.expires_at;
}

/** Skips requests that another gateway has locked. */
export async function lockExpired(
	transaction: Database,
	{ now, limit }: { now: number; limit: number },
): Promise<{ transactionId: string; merchantId: number }[]> {
	return transaction
		.selectFrom("eft_requests as request")
		.innerJoin("eft_transactions as transaction", "transaction.transaction_id", "request.transaction_id")
		.select(["request.transaction_id as transactionId", "transaction.merchant_id as merchantId"])
		.where("answer", "is", null)
		.where("expires_at", "<=", now)
		.orderBy("expires_at")
		.limit(limit)
		.forUpdate("request")
		.skipLocked()
		.execute();
}

/** Stores the accepted agreement, which is never deleted. */
export async function insertMandate(
	transaction: Database,
	mandate: Insertable<GatewayTables["eft_mandates"]>,
): Promise<void> {
	await transaction.insertInto("eft_mandates").values(mandate).execute();
}
