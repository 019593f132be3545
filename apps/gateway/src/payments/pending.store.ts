import type { UsedMark } from "@cardseal/vault";
import { CompiledQuery, sql } from "kysely";
import { insertAuditEvents, type NewAuditRow } from "../db/audit-inbox.ts";
import type { Database } from "../db/database.ts";
import type { Transaction } from "../db/schema.ts";
import type { KeyedRequest, NewTransaction } from "./new-transaction.ts";

/** What makes sure that money moves once. */
export interface OnceOnly {
	/** The mark of the card token, when the card came in one, and the hosted form's session, when that made it. */
	usedMark?: UsedMark | undefined;
	/** The caller's Idempotency-Key, when there is one. */
	idempotency?: KeyedRequest | undefined;
}

/** A new transaction with what is written down in the same breath. */
export interface PendingTransaction extends OnceOnly {
	transaction: NewTransaction;
	/** Until when its own gateway waits for the processor, in real time; then the recovery may ask. ms since 1970. */
	waitsUntil: number;
	/** For the audit log: that a stored card was read for it. */
	auditEvent?: NewAuditRow | undefined;
}

/** Why a transaction was not written down: somebody was there before. */
export type AlreadyThere = "token_used" | "key_used";

/** The columns of a new transaction with their PostgreSQL types, in the order of the statement. */
const newColumns = {
	transaction_id: "text",
	merchant_id: "bigint",
	type: "text",
	processor: "text",
	original_id: "text",
	customer_lookup_id: "text",
	card_lookup_id: "text",
	amount_cents: "bigint",
	currency: "text",
	captured: "boolean",
	card_type: "text",
	card_suffix: "text",
	card_expiry: "text",
	channel: "text",
	user_id: "bigint",
	email: "text",
	first_name: "text",
	last_name: "text",
	company: "text",
	bcc_emails: "text",
	telephone: "text",
	address1: "text",
	address2: "text",
	city: "text",
	province: "text",
	country: "text",
	postal_code: "text",
	custom_id: "text",
	invoice_id: "text",
	sending_receipt: "boolean",
	test_mode: "boolean",
	is_guarded: "boolean",
	created_at: "bigint",
} as const satisfies Record<keyof NewTransaction, string>;

const newColumnNames = Object.keys(newColumns) as (keyof NewTransaction)[];
const otherParameters = 9;
const newColumnArrays = Object.values(newColumns).map((type, index) => `$${otherParameters + 1 + index}::${type}[]`);

/** One statement, so that a transaction, its token's mark and its key stand all together or not at all. */
const insertStatement = `
	/* prepare: insert-pending */
	with charge as (
		select * from unnest(
			$1::bytea[], $2::bigint[], $3::bytea[], $4::text[], $5::text[], $6::bytea[], $7::bigint[], $8::bigint[],
			$9::jsonb[],
			${newColumnArrays.join(", ")}
		) as charge (
			mark, mark_expires_at, session_id, route, key, fingerprint, keyed_at, waits_until, audit_event,
			${newColumnNames.join(", ")}
		)
	), used_mark as (
		insert into used_card_tokens (mark, expires_at, session_id)
		select mark, mark_expires_at, session_id from charge where mark is not null
	), idempotency_key as (
		insert into idempotency_keys (merchant_id, route, key, fingerprint, transaction_id, created_at)
		select merchant_id, route, key, fingerprint, transaction_id, keyed_at from charge where key is not null
	), pending as (
		insert into pending_charges (transaction_id, waits_until, next_inquiry_at)
		select transaction_id, waits_until, waits_until from charge
	), audited as (${insertAuditEvents("charge")}
	)
	insert into transactions (${newColumnNames.join(", ")}, status)
	select ${newColumnNames.join(", ")}, 'PENDING' from charge
	returning transaction_id, id`;

/**
 * Writes transactions down as PENDING and returns them with their ids, in the same order.
 *
 * @throws what the database says when one of them is there already; see `alreadyThere`
 */
export async function insertPending(database: Database, charges: PendingTransaction[]): Promise<Transaction[]> {
	const parameters = [
		charges.map(({ usedMark }) => usedMark?.mark ?? null),
		charges.map(({ usedMark }) => usedMark?.expiresAt ?? null),
		charges.map(({ usedMark }) => usedMark?.sessionId ?? null),
		charges.map(({ idempotency }) => idempotency?.route ?? null),
		charges.map(({ idempotency }) => idempotency?.key ?? null),
		charges.map(({ idempotency }) => idempotency?.fingerprint ?? null),
		charges.map(({ idempotency }) => idempotency?.now ?? null),
		charges.map(({ waitsUntil }) => waitsUntil),
		charges.map(({ auditEvent }) => (auditEvent === undefined ? null : JSON.stringify(auditEvent))),
		...newColumnNames.map((column) => charges.map(({ transaction }) => transaction[column])),
	];
	const { rows } = await database.executeQuery<{ transaction_id: string; id: number }>(
		CompiledQuery.raw(insertStatement, parameters),
	);
	const ids = new Map(rows.map((row) => [row.transaction_id, row.id]));
	return charges.map(({ transaction }) => pendingTransaction(transaction, ids.get(transaction.transaction_id)));
}

function pendingTransaction(transaction: NewTransaction, id: number | undefined): Transaction {
	if (id === undefined) throw new Error("The insert of a transaction returned no id.");
	return {
		...transaction,
		id,
		status: "PENDING",
		refunded_cents: 0,
		refunding_cents: 0,
		captured_by: null,
		voided_by: null,
		message: null,
		decline_class: null,
		guard_reason: null,
		processor_auth_code: null,
		processor_transaction_id: null,
		decided_at: null,
	};
}

const uniqueViolation = "23505";

const constraintMeanings: Record<string, AlreadyThere> = {
	used_card_tokens_pkey: "token_used",
	// Another token of the same session: to its caller the same as this one.
	one_token_per_session: "token_used",
	idempotency_keys_pkey: "key_used",
};

/**
 * What was there already, when that is why a transaction could not be written down.
 *
 * @throws `error` when it is about something else
 */
export function alreadyThere(error: unknown): AlreadyThere {
	const meaning =
		error instanceof Error && "code" in error && error.code === uniqueViolation && "constraint" in error
			? constraintMeanings[String(error.constraint)]
			: undefined;
	if (meaning === undefined) throw error;
	return meaning;
}

/**
 * Claims charges whose processor should have answered by now, for this caller alone: their next turn is moved, so
 * that another gateway, or this one after a crash, takes them up again when the claim has passed. Times are real, in ms since 1970.
 */
export async function claimLeftPending(
	database: Database,
	{ now, claimedUntil, limit }: { now: number; claimedUntil: number; limit: number },
): Promise<Transaction[]> {
	const claimed = await database
		.updateTable("pending_charges")
		.set({ next_inquiry_at: claimedUntil })
		.where("transaction_id", "in", (due) =>
			due
				.selectFrom("pending_charges")
				.select("transaction_id")
				.where("next_inquiry_at", "<=", now)
				.limit(limit)
				.forUpdate()
				.skipLocked(),
		)
		.returning("transaction_id")
		.execute();
	if (claimed.length === 0) return [];
	const ids = claimed.map((charge) => charge.transaction_id);
	return database
		.selectFrom("transactions")
		.selectAll()
		.where("transaction_id", "=", sql<string>`any(${ids}::text[])`)
		.execute();
}
