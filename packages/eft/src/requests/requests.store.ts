import { type Merchant, merchantOf } from "@cardseal/merchants";
import type { Database, PageRequest } from "@cardseal/platform/db";
import { type MailReader, type MailSender, mailSenderOf } from "@cardseal/platform/mail";
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
		.leftJoin("customers", "customers.lookup_id", "transaction.customer_lookup_id")
		.selectAll("merchants")
		.select([
			"customers.language as payer_language",
			"customers.country as payer_country",
			"customers.province as payer_province",
			"request.transaction_id",
			"request.processor_transaction_id",
			"request.payer_merchant_id",
			"request.expires_at",
			"request.answer",
			"request.answered_at",
			"transaction.email",
			"transaction.amount_cents",
			"transaction.description",
			"transaction.result",
			"transaction.settled_at",
			"transaction.masked_account",
			"transaction.created_at as asked_at",
		]);
}

type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>["executeTakeFirstOrThrow"]>>;

export interface StoredRequest extends PaymentRequest {
	merchant: Merchant;
	sender: MailSender;
	payer: MailReader;
	/** The payer's bank, or wallet, has paid. */
	isSettled: boolean;
}

function requestOf(row: RequestRow): StoredRequest {
	return {
		transactionId: row.transaction_id,
		processorTransactionId: row.processor_transaction_id,
		merchant: merchantOf(row),
		sender: mailSenderOf(row),
		payer: { language: row.payer_language, country: row.payer_country, province: row.payer_province },
		payerMerchantId: row.payer_merchant_id,
		payerEmail: row.email ?? "",
		amountCents: row.amount_cents,
		description: row.description,
		result: row.result,
		isSettled: row.settled_at !== null,
		maskedAccount: row.masked_account,
		createdAt: row.asked_at,
		expiresAt: row.expires_at,
		answer: row.answer,
		answeredAt: row.answered_at,
	};
}

export async function findRequest(database: Database, transactionId: string): Promise<StoredRequest | undefined> {
	const row = await selectRequests(database).where("request.transaction_id", "=", transactionId).executeTakeFirst();
	return row && requestOf(row);
}

export async function lockRequest(transaction: Database, transactionId: string): Promise<StoredRequest | undefined> {
	const row = await selectRequests(transaction)
		.where("request.transaction_id", "=", transactionId)
		.forUpdate("request")
		.executeTakeFirst();
	return row && requestOf(row);
}

export async function findUnanswered(database: Database, transactionIds: string[]): Promise<StoredRequest[]> {
	const rows = await selectRequests(database)
		.where("request.transaction_id", "in", transactionIds)
		.where("answer", "is", null)
		.orderBy("request.transaction_id")
		.execute();
	return rows.map(requestOf);
}

/** Exceeds any ms since 1970, for one sort key. */
const openFirst = 1e15;

/**
 * Returns up to `limit + 1` requests, nearest first. Open ones cannot be pushed out of sight. `now` is business time.
 */
export async function listIncoming(
	database: Database,
	{ merchantId, now }: { merchantId: number; now: number },
	{ limit, beyond }: PageRequest,
): Promise<IncomingRow[]> {
	const isOpen = sql`answer is null and expires_at > ${now}::bigint`;
	const place = sql<number>`transaction.created_at + case when ${isOpen} then ${openFirst}::bigint else 0 end`;
	const isBackwards = beyond?.direction === "before";
	const direction = isBackwards ? "asc" : "desc";
	const rows = await selectRequests(database)
		.select(["transaction.id as transaction_row_id", place.as("place")])
		.where("payer_merchant_id", "=", merchantId)
		.$if(beyond !== undefined, (query) => {
			const { createdAt, id } = beyond?.position ?? { createdAt: 0, id: 0 };
			const comparison = isBackwards ? sql`>` : sql`<`;
			return query.where(sql<boolean>`(${place}, transaction.id) ${comparison} (${createdAt}::bigint, ${id}::bigint)`);
		})
		.orderBy("place", direction)
		.orderBy("transaction.id", direction)
		.limit(limit + 1)
		.execute();
	return rows.map(({ transaction_row_id: id, place, ...row }) => ({
		id,
		created_at: place,
		request: requestOf(row),
	}));
}

export interface IncomingRow {
	id: number;
	created_at: number;
	request: StoredRequest;
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

/** `now` is business time. */
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

/** Returns ms since 1970. */
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
