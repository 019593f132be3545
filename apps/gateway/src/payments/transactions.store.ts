import { CompiledQuery } from "kysely";
import type { Database } from "../db/database.ts";
import type { Transaction } from "./transaction-record.ts";

/** A charge that is about to be submitted: everything but what only the database and the processor know. */
export type NewTransaction = Omit<
	Transaction,
	| "id"
	| "status"
	| "refunded_cents"
	| "message"
	| "decline_class"
	| "processor_auth_code"
	| "processor_transaction_id"
	| "settled_at"
>;

/** What makes sure that a charge happens once. */
export interface OnceOnly {
	/** The mark of the card token, when the card came in one. */
	usedMark?: { mark: Buffer; expiresAt: number } | undefined;
	/** The caller's Idempotency-Key, when there is one. */
	idempotency?: { route: string; key: string; fingerprint: Buffer; now: number } | undefined;
}

/** Why a charge was not written down: somebody was there before. */
export type AlreadyThere = "token_used" | "key_used";

const newColumns = [
	"transaction_id",
	"merchant_id",
	"type",
	"amount_cents",
	"currency",
	"captured",
	"card_type",
	"card_suffix",
	"card_expiry",
	"channel",
	"user_id",
	"email",
	"first_name",
	"last_name",
	"company",
	"bcc_emails",
	"telephone",
	"address1",
	"address2",
	"city",
	"province",
	"country",
	"postal_code",
	"custom_id",
	"invoice_id",
	"sending_receipt",
	"test_mode",
	"created_at",
	"inquire_after",
] as const satisfies readonly (keyof NewTransaction)[];

const onceOnlyParameters = 8;
const placeholders = newColumns.map((_, index) => `$${onceOnlyParameters + 1 + index}`).join(", ");

/** One statement, so that the charge, the token's mark and the key stand all together or not at all. */
const insertPending = `
	with used_mark as (
		insert into used_card_tokens (mark, expires_at)
		select $1::bytea, $2::bigint where $1::bytea is not null
	), idempotency_key as (
		insert into idempotency_keys (merchant_id, route, key, fingerprint, transaction_id, created_at)
		select $8::bigint, $3::text, $4::text, $5::bytea, $7::text, $6::bigint where $4::text is not null
	)
	insert into transactions (${newColumns.join(", ")}, status)
	values (${placeholders}, 'PENDING')
	returning *`;

const constraintMeanings: Record<string, AlreadyThere> = {
	used_card_tokens_pkey: "token_used",
	idempotency_keys_pkey: "key_used",
};

/** Writes a charge down as PENDING, before the processor hears of it. */
export async function insertPendingTransaction(
	database: Database,
	transaction: NewTransaction,
	{ usedMark, idempotency }: OnceOnly,
): Promise<Transaction | AlreadyThere> {
	const parameters = [
		usedMark?.mark ?? null,
		usedMark?.expiresAt ?? null,
		idempotency?.route ?? null,
		idempotency?.key ?? null,
		idempotency?.fingerprint ?? null,
		idempotency?.now ?? null,
		transaction.transaction_id,
		transaction.merchant_id,
		...newColumns.map((column) => transaction[column]),
	];
	try {
		const { rows } = await database.executeQuery<Transaction>(CompiledQuery.raw(insertPending, parameters));
		const [row] = rows;
		if (row === undefined) throw new Error("The insert of a transaction returned no row.");
		return row;
	} catch (error) {
		const meaning = meaningOf(error);
		if (meaning === undefined) throw error;
		return meaning;
	}
}

const uniqueViolation = "23505";

function meaningOf(error: unknown): AlreadyThere | undefined {
	if (!(error instanceof Error) || !("code" in error) || error.code !== uniqueViolation) return undefined;
	return "constraint" in error ? constraintMeanings[String(error.constraint)] : undefined;
}

/** A processor's word as it is written down. */
export interface Settlement {
	status: "APPROVED" | "DECLINED";
	message: string;
	decline_class: Transaction["decline_class"];
	processor_auth_code: string | null;
	processor_transaction_id: string | null;
	settled_at: number;
}

/** Only a PENDING charge is settled, so that of two who learn an outcome the first one writes it and nobody changes it. */
const settle = `
	with settled as (
		update transactions
		set status = $2, message = $3, decline_class = $4, processor_auth_code = $5, processor_transaction_id = $6,
			settled_at = $7
		where transaction_id = $1 and status = 'PENDING'
		returning transaction_id
	), answered as (
		update idempotency_keys
		set response_status = $8, response_body = $9
		from settled
		where idempotency_keys.transaction_id = settled.transaction_id
	)
	select transaction_id from settled`;

/** Writes the outcome and the answer for repeated requests. Says whether it was this call that settled the charge. */
export async function settleTransaction(
	database: Database,
	transactionId: string,
	settlement: Settlement,
	answer: { status: number; body: unknown },
): Promise<boolean> {
	const { rows } = await database.executeQuery(
		CompiledQuery.raw(settle, [
			transactionId,
			settlement.status,
			settlement.message,
			settlement.decline_class,
			settlement.processor_auth_code,
			settlement.processor_transaction_id,
			settlement.settled_at,
			answer.status,
			JSON.stringify(answer.body),
		]),
	);
	return rows.length === 1;
}

/** Finds a merchant's transaction by either of its ids. */
export async function findTransaction(
	database: Database,
	merchantId: number,
	id: { id: number } | { transactionId: string },
): Promise<Transaction | undefined> {
	const query = database.selectFrom("transactions").selectAll().where("merchant_id", "=", merchantId);
	const byId = "id" in id ? query.where("id", "=", id.id) : query.where("transaction_id", "=", id.transactionId);
	return byId.executeTakeFirst();
}

/**
 * Claims charges whose processor should have answered by now, for this caller alone: their next turn is moved, so
 * that another gateway, or this one after a crash, takes them up again when the claim has passed.
 */
export async function claimLeftPending(
	database: Database,
	{ now, claimedUntil, limit }: { now: number; claimedUntil: number; limit: number },
): Promise<Transaction[]> {
	return database
		.updateTable("transactions")
		.set({ inquire_after: claimedUntil })
		.where("id", "in", (due) =>
			due
				.selectFrom("transactions")
				.select("id")
				.where("status", "=", "PENDING")
				.where("inquire_after", "<=", now)
				.orderBy("inquire_after")
				.limit(limit)
				.forUpdate()
				.skipLocked(),
		)
		.returningAll()
		.execute();
}
