import { type Insertable, sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { PageRequest } from "../../db/paging.ts";
import type { GatewayTables } from "../../db/schema.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { merchantOf } from "../../merchants/merchant-row.ts";
import type { MoneyRequest, RequestAnswer } from "./request.ts";

/** Writes a request down. `false` when its processor_transaction_id is taken; nothing is written then. */
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

/** A request with its transaction, and who asks as it is stored now. */
function selectRequests(database: Database) {
	return database
		.selectFrom("eft_requests as request")
		.innerJoin("eft_transactions as transaction", "transaction.transaction_id", "request.transaction_id")
		.innerJoin("merchants", "merchants.id", "transaction.merchant_id")
		.selectAll("merchants")
		.select([
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
			"transaction.masked_account",
			"transaction.created_at as asked_at",
		]);
}

type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>["executeTakeFirstOrThrow"]>>;

/** A request with who asks, and where answers to their mail go. */
export interface AskedRequest extends MoneyRequest {
	merchant: Merchant;
	replyTo: string | null;
}

function requestOf(row: RequestRow): AskedRequest {
	return {
		transactionId: row.transaction_id,
		processorTransactionId: row.processor_transaction_id,
		merchant: merchantOf(row),
		replyTo: row.receipt_reply_to,
		payerMerchantId: row.payer_merchant_id,
		payerEmail: row.email ?? "",
		amountCents: row.amount_cents,
		description: row.description,
		result: row.result,
		maskedAccount: row.masked_account,
		createdAt: row.asked_at,
		expiresAt: row.expires_at,
		answer: row.answer,
		answeredAt: row.answered_at,
	};
}

export async function findRequest(database: Database, transactionId: string): Promise<AskedRequest | undefined> {
	const row = await selectRequests(database).where("request.transaction_id", "=", transactionId).executeTakeFirst();
	return row && requestOf(row);
}

/** The same for the rest of a transaction: nobody else answers it meanwhile. */
export async function lockRequest(transaction: Database, transactionId: string): Promise<AskedRequest | undefined> {
	const row = await selectRequests(transaction)
		.where("request.transaction_id", "=", transactionId)
		.forUpdate("request")
		.executeTakeFirst();
	return row && requestOf(row);
}

/** Those among these that wait for an answer: what is answered needs no mail. */
export async function findUnanswered(database: Database, transactionIds: string[]): Promise<AskedRequest[]> {
	const rows = await selectRequests(database)
		.where("request.transaction_id", "in", transactionIds)
		.where("answer", "is", null)
		.orderBy("request.transaction_id")
		.execute();
	return rows.map(requestOf);
}

/** More than any time in ms since 1970, so that one number says both whether a request waits and when it was asked. */
const waitingFirst = 1e15;

/**
 * Up to `limit + 1` requests that a merchant may pay from its wallet, beyond the page's position and nearest first: those
 * that wait for an answer stand before all others, so that nothing else can push them out of sight. `now` is business time.
 */
export async function listIncoming(
	database: Database,
	{ merchantId, now }: { merchantId: number; now: number },
	{ limit, beyond }: PageRequest,
): Promise<IncomingRow[]> {
	const isWaiting = sql`answer is null and expires_at > ${now}::bigint`;
	const place = sql<number>`transaction.created_at + case when ${isWaiting} then ${waitingFirst}::bigint else 0 end`;
	const isBackwards = beyond?.direction === "before";
	const direction = isBackwards ? "asc" : "desc";
	const rows = await selectRequests(database)
		.select(["transaction.id as transaction_row_id", place.as("place")])
		.select((eb) =>
			eb
				.selectFrom("staff")
				.select("staff.email")
				.whereRef("staff.merchant_id", "=", "transaction.merchant_id")
				.where("is_primary_owner", "=", true)
				.as("owner_email"),
		)
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
	return rows.map(({ owner_email, transaction_row_id: id, place, ...row }) => ({
		id,
		created_at: place,
		request: { ...requestOf(row), ownerEmail: owner_email },
	}));
}

/** A request among those that came to a merchant. */
export interface IncomingRow {
	/** With the next field its place in the list, which is what a cursor keeps. */
	id: number;
	created_at: number;
	request: IncomingRequest;
}

/** A request as the merchant sees it that it came to. */
export interface IncomingRequest extends AskedRequest {
	/** Of whoever answers for the account that asks. */
	ownerEmail: string | null;
}

/**
 * How many requests of a merchant wait for an answer of the same payer: of one address, or of one merchant, whichever of
 * its staff was asked. Nobody else writes a request of the asking merchant until the transaction ends.
 *
 * @param payer.since business time like `now`: nothing that was asked by then still waits
 */
export async function countWaiting(
	transaction: Database,
	asking: Pick<Merchant, "id">,
	payer: { email: string; payerMerchantId: number | null; since: number; now: number },
): Promise<number> {
	const { email, payerMerchantId, since, now } = payer;
	await transaction.selectFrom("merchants").select("id").where("id", "=", asking.id).forNoKeyUpdate().execute();
	const { waiting } = await transaction
		.selectFrom("eft_requests as request")
		.innerJoin("eft_transactions as transaction", "transaction.transaction_id", "request.transaction_id")
		.select((eb) => eb.fn.countAll<number>().as("waiting"))
		.where("transaction.merchant_id", "=", asking.id)
		.where("transaction.created_at", ">", since)
		.where("answer", "is", null)
		.where("expires_at", ">", now)
		.where((eb) =>
			eb.or([
				sql<boolean>`lower(transaction.email) = lower(${email})`,
				...(payerMerchantId === null ? [] : [eb("payer_merchant_id", "=", payerMerchantId)]),
			]),
		)
		.executeTakeFirstOrThrow();
	return waiting;
}

/** Writes down how a request was answered; `now` is business time. */
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

/** When the next request expires that has no answer, ms since 1970. */
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

/** Requests whose time is over, for this transaction alone: others take others. */
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

/** Stores the agreement that a payer accepted. It is never deleted. */
export async function insertMandate(
	transaction: Database,
	mandate: Insertable<GatewayTables["eft_mandates"]>,
): Promise<void> {
	await transaction.insertInto("eft_mandates").values(mandate).execute();
}
