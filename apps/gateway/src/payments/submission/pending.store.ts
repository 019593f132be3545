import { columnOf } from "@cardseal/batch";
import type { Accepted, UsedToken } from "@cardseal/vault";
import { CompiledQuery, sql } from "kysely";
import type { NewAuditRow } from "../../audit/inbox.store.ts";
import { arrayParameters } from "../../db/arrays/array-parameters.ts";
import { claimDueRows } from "../../db/claim.ts";
import type { Database } from "../../db/database.ts";
import type { KeyedRequest } from "../../idempotency/keyed-request.ts";
import type { KeyTaken } from "../../idempotency/once.ts";
import type { PendingState, Transaction } from "../tables.ts";
import type { NewTransaction } from "../transaction/new-transaction.ts";
import type { TransactionRecord } from "../transaction/transaction-record.ts";
import {
	insertPendingTransactions,
	newTransactionColumns,
	newTransactionParameters,
	newTransactionTypes,
	pendingTransaction,
} from "./pending-transactions.ts";

/** The claims that prevent a second transaction. */
export interface OnceOnly {
	/** The used card token, with the card form's session that made it. */
	usedToken?: UsedToken | undefined;
	keyed?: KeyedRequest | undefined;
}

/** A new transaction with the rows that the same statement writes. */
export interface TransactionToWrite extends OnceOnly {
	transaction: NewTransaction;
	/** Real time, ms since 1970, until which its gateway waits for the processor. Recovery may inquire after it. */
	waitsUntil: number;
	/** The audit event of reading a stored card. */
	auditEvent?: NewAuditRow | undefined;
}

/** The reason why a transaction was not written: an earlier request used its key or its card token. */
export type AlreadyThere = "token_used" | KeyTaken;

const newColumnArrays = arrayParameters(newTransactionTypes, 9);

/**
 * One statement, so that a transaction, its used token and its key are written together or not at all. Earlier uses
 * are looked up instead of left to `on conflict do nothing`, which would use the token of a charge whose key is taken.
 * Each lookup is a scalar subquery, which PostgreSQL always reads from the index. Inserts are sorted, so that two
 * gateways do not deadlock. Sessions come first, because two tokens of one session may reach two gateways.
 */
const insertStatement = `
	/* prepare: insert-pending */
	with given as (
		select * from unnest(
			$1::bytea[], $2::bigint[], $3::bytea[], $4::text[], $5::text[], $6::bytea[], $7::bigint[], $8::bigint[],
			$9::jsonb[],
			${newColumnArrays}
		) as given (
			token_fingerprint, token_expires_at, session_id, route, key, key_fingerprint, keyed_at, waits_until, audit_event,
			${newTransactionColumns.join(", ")}
		)
	), looked_up as materialized (
		select given.*, coalesce(
			(select 'key_taken' from idempotency_keys used
				where (used.merchant_id, used.route, used.key) = (given.merchant_id, given.route, given.key)),
			(select 'token_used' from used_card_tokens used where used.fingerprint = given.token_fingerprint),
			(select 'token_used' from used_card_tokens used where used.session_id = given.session_id)
		) as already_there
		from given
	), accepted as (
		select * from looked_up where already_there is null
	), used_token as (
		insert into used_card_tokens (fingerprint, expires_at, session_id)
		select token_fingerprint, token_expires_at, session_id from accepted where token_fingerprint is not null
		order by session_id nulls first, token_fingerprint
	), idempotency_key as (
		insert into idempotency_keys (merchant_id, route, key, fingerprint, transaction_id, created_at)
		select merchant_id, route, key, key_fingerprint, transaction_id, keyed_at from accepted where key is not null
		order by merchant_id, route, key
	), ${insertPendingTransactions("accepted")}
	select transaction_id, id, null as already_there from written
	union all
	select transaction_id, null, already_there from looked_up where already_there is not null`;

/**
 * Writes transactions as PENDING and returns them with their ids, in the same order. Those whose token or key was used
 * are skipped. No two of them may share a token, a session or a key: see `claimsOf`.
 *
 * @throws the database's error if another gateway writes the same claim at this moment. Nothing is written then, and a
 *   second call finds the claim.
 */
export async function insertPending(
	database: Database,
	transactions: TransactionToWrite[],
): Promise<(Transaction | AlreadyThere)[]> {
	const parameters = [
		columnOf(transactions.map(({ usedToken }) => usedToken?.fingerprint ?? null)),
		columnOf(transactions.map(({ usedToken }) => usedToken?.expiresAt ?? null)),
		columnOf(transactions.map(({ usedToken }) => usedToken?.sessionId ?? null)),
		columnOf(transactions.map(({ keyed }) => keyed?.route ?? null)),
		columnOf(transactions.map(({ keyed }) => keyed?.key ?? null)),
		columnOf(transactions.map(({ keyed }) => keyed?.fingerprint ?? null)),
		columnOf(transactions.map(({ keyed }) => keyed?.now ?? null)),
		transactions.map(({ waitsUntil }) => waitsUntil),
		columnOf(transactions.map(({ auditEvent }) => (auditEvent === undefined ? null : JSON.stringify(auditEvent)))),
		...newTransactionParameters(transactions.map(({ transaction }) => transaction)),
	];
	const { rows } = await database.executeQuery<WrittenRow>(CompiledQuery.raw(insertStatement, parameters));
	const rowOf = new Map(rows.map((row) => [row.transaction_id, row]));
	return transactions.map(({ transaction }) => {
		const row = rowOf.get(transaction.transaction_id);
		if (row === undefined) throw new Error("The insert of a transaction returned nothing about it.");
		return row.already_there ?? pendingTransaction(transaction, row.id);
	});
}

type WrittenRow = { transaction_id: string } & (
	| { id: number; already_there: null }
	| { id: null; already_there: AlreadyThere }
);

/** Returns the claims of a transaction. No two transactions of a statement may share one. */
export function claimsOf({ transaction, usedToken, keyed }: TransactionToWrite): string[] {
	const claims = [];
	if (usedToken !== undefined) claims.push(`token ${usedToken.fingerprint.toString("hex")}`);
	if (usedToken?.sessionId !== undefined) claims.push(`session ${usedToken.sessionId.toString("hex")}`);
	if (keyed !== undefined) claims.push(`key ${transaction.merchant_id} ${keyed.route} ${keyed.key}`);
	return claims;
}

/** The time to the first inquiry after one that decided nothing; each further one waits twice as long, up to an hour. */
const firstDelayMs = 5_000;
const longestDelayMs = 3_600_000;

/** Returns the time to the next inquiry in ms, as an SQL expression of the inquiries so far. */
const delay = sql<number>`least(${firstDelayMs}::bigint << least(inquiries, 20), ${longestDelayMs}::bigint)`;

/** A PENDING transaction with what recovery knows of it. */
export type LeftPending = Transaction & { state: PendingState; is_told: boolean };

/**
 * Claims PENDING transactions whose gateway no longer waits for the processor. They can be claimed again after
 * `claimedUntil`. Times are real, ms since 1970.
 */
export async function claimLeftPending(
	database: Database,
	{ now, claimedUntil, limit }: { now: number; claimedUntil: number; limit: number },
): Promise<LeftPending[]> {
	const claimed = await claimDueRows<{ transaction_id: string }>(database, {
		prepare: "claim-pending",
		table: "pending_transactions",
		key: ["transaction_id"],
		dueAt: "next_inquiry_at",
		now,
		claimedUntil,
		limit,
		returning: sql`pending_transactions.transaction_id`,
	});
	if (claimed.length === 0) return [];
	const ids = claimed.map((claim) => claim.transaction_id);
	return database
		.selectFrom("transactions")
		.innerJoin("pending_transactions", "pending_transactions.transaction_id", "transactions.transaction_id")
		.selectAll("transactions")
		.select(["pending_transactions.state", "pending_transactions.is_told"])
		.where("transactions.transaction_id", "=", sql<string>`any(${ids}::text[])`)
		.execute();
}

/** Schedules the next inquiry after one that decided nothing. `now` is real time, ms since 1970. */
export async function scheduleNextInquiry(
	database: Database,
	transactionId: string,
	{ state, now }: { state: PendingState; now: number },
): Promise<void> {
	await database
		.updateTable("pending_transactions")
		.set((row) => ({ state, inquiries: row("inquiries", "+", 1), next_inquiry_at: sql`${now}::bigint + ${delay}` }))
		.where("transaction_id", "=", transactionId)
		.execute();
}

/** Makes the inquiry of a PENDING transaction due, once its gateway no longer waits. `now` is real time, ms since 1970. */
export async function makeInquiryDue(database: Database, transactionId: string, now: number): Promise<void> {
	await database
		.updateTable("pending_transactions")
		.set({ next_inquiry_at: sql`least(next_inquiry_at, greatest(${now}::bigint, waits_until))` })
		.where("transaction_id", "=", transactionId)
		.execute();
}

/** Notes what is known of a PENDING transaction. Returns `false` for one that has its outcome. */
export async function noteState(database: Database, transactionId: string, state: PendingState): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable("pending_transactions")
		.set({ state })
		.where("transaction_id", "=", transactionId)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

const emitPendingStatement = `
	/* prepare: emit-pending */
	with open as (
		select merchant_id, transaction_id from transactions where transaction_id = $1 and status = 'PENDING' for update
	), emitted as (
		update pending_transactions set is_told = true
		from open
		where pending_transactions.transaction_id = open.transaction_id and not is_told
		returning open.merchant_id
	)
	insert into event_inbox (merchant_id, type, created_at, data)
	select merchant_id, 'transaction.pending', $2::bigint, $3::json from emitted`;

/**
 * Writes the event of a PENDING transaction: once, and before that of its outcome, which changes the same row. The event
 * keeps the record, which does not follow from the row once there is an outcome.
 *
 * @param now business time, ms since 1970
 */
export async function emitPending(database: Database, record: TransactionRecord, now: number): Promise<void> {
	const parameters = [record.transaction_id, now, JSON.stringify(record)];
	await database.executeQuery(CompiledQuery.raw(emitPendingStatement, parameters));
}

/** Keeps the processor's own id of a PENDING transaction, if it gave one, for later inquiries. */
export async function keepProcessorId(
	database: Database,
	transactionId: string,
	{ processorTransactionId }: Accepted,
): Promise<void> {
	if (processorTransactionId === undefined) return;
	await database
		.updateTable("transactions")
		.set({ processor_transaction_id: processorTransactionId })
		.where("transaction_id", "=", transactionId)
		.where("status", "=", "PENDING")
		.execute();
}

/** A scheduled inquiry. `nextInquiryAt` is real time, ms since 1970. */
export interface ScheduledInquiry {
	transactionId: string;
	nextInquiryAt: number;
}

/** Returns inquiries that are scheduled later than a time plus the delay after those before. */
export function findInquiriesAfter(database: Database, time: number, limit: number): Promise<ScheduledInquiry[]> {
	return database
		.selectFrom("pending_transactions")
		.select(["transaction_id as transactionId", "next_inquiry_at as nextInquiryAt"])
		.where("next_inquiry_at", ">", time)
		.where("next_inquiry_at", ">", sql<number>`${time}::bigint + ${delay}`)
		.orderBy("transaction_id")
		.limit(limit)
		.execute();
}

/** Makes inquiries due, unless another gateway has moved them. */
export async function moveInquiriesTo(database: Database, now: number, inquiries: ScheduledInquiry[]): Promise<void> {
	const ids = inquiries.map(({ transactionId }) => transactionId);
	const times = inquiries.map(({ nextInquiryAt }) => nextInquiryAt);
	await sql`
		update pending_transactions set next_inquiry_at = ${now}::bigint
		from unnest(${ids}::text[], ${times}::bigint[]) as late (id, next)
		where (transaction_id, next_inquiry_at) = (late.id, late.next)`.execute(database);
}

/**
 * Returns a transaction and the real time until which its gateway waits for the processor; `null` once it has an
 * outcome.
 */
export async function findAwaited(
	database: Database,
	transactionId: string,
): Promise<{ transaction: Transaction; waitsUntil: number | null }> {
	const { waits_until: waitsUntil, ...transaction } = await database
		.selectFrom("transactions")
		.leftJoin("pending_transactions as pending", "pending.transaction_id", "transactions.transaction_id")
		.selectAll("transactions")
		.select("pending.waits_until")
		.where("transactions.transaction_id", "=", transactionId)
		.executeTakeFirstOrThrow();
	return { transaction, waitsUntil };
}
