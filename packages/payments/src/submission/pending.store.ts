import { givenRows } from "@cardseal/batch";
import { type CustomerDetails, customerDetailNames } from "@cardseal/customers";
import { auditEventsSql, type NewAuditRow } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { KeyedRequest } from "@cardseal/platform/idempotency";
import type { Accepted, UsedToken } from "@cardseal/vault";
import { CompiledQuery, sql } from "kysely";
import type { PendingState, Transaction } from "../tables.ts";
import type { NewTransaction } from "../transaction/new-transaction.ts";
import { unmodified } from "../transaction/reservations.store.ts";
import type { TransactionRecord } from "../transaction/transaction-record.ts";
import { unanswered } from "./outcomes.store.ts";

export interface OnceOnly {
	usedToken?: UsedToken | undefined;
	keyed?: KeyedRequest | undefined;
}

export interface TransactionToWrite extends OnceOnly {
	transaction: NewTransaction;
	/** Real time, ms since 1970, from which recovery may inquire. */
	inquiryFrom: number;
	auditEvent?: NewAuditRow | undefined;
}

export type AlreadyThere = "token_used" | "key_taken";

const detailTypes = Object.fromEntries(customerDetailNames.map((name) => [name, "text"])) as Record<
	keyof CustomerDetails,
	"text"
>;

export const newTransactionTypes = {
	transaction_id: "text",
	merchant_id: "bigint",
	type: "text",
	processor: "text",
	processor_account: "text",
	original_id: "text",
	customer_lookup_id: "text",
	card_lookup_id: "text",
	subscription_lookup_id: "text",
	amount_cents: "bigint",
	amount_tax_cents: "bigint",
	amount_tip_cents: "bigint",
	currency: "text",
	captured: "boolean",
	card_type: "text",
	card_suffix: "text",
	card_expiry: "text",
	channel: "text",
	initiated_by: "text",
	purpose: "text",
	user_id: "bigint",
	...detailTypes,
	invoice_id: "text",
	metadata: "jsonb",
	sending_receipt: "boolean",
	test_mode: "boolean",
	is_protected: "boolean",
	created_at: "bigint",
} as const satisfies Record<keyof NewTransaction, string>;

const newColumns = Object.keys(newTransactionTypes).join(", ");

/**
 * Writes transactions as PENDING. The last expression, `written`, has `transaction_id` and `id`.
 *
 * @param source has the columns of a new transaction, `waits_until` and `audit_event`
 */
export function pendingTransactionsSql(source: string): string {
	return `pending as (
		insert into pending_transactions (transaction_id, waits_until, next_inquiry_at)
		select transaction_id, waits_until, waits_until from ${source}
	), audited as (${auditEventsSql(source)}
	), written as (
		insert into transactions (${newColumns}, status)
		select ${newColumns}, 'PENDING' from ${source}
		returning transaction_id, id
	)`;
}

export function pendingTransaction(transaction: NewTransaction, id: number): Transaction {
	return {
		...transaction,
		id,
		status: "PENDING",
		...unmodified,
		message: null,
		...unanswered,
		decided_at: null,
	};
}

const given = givenRows("given", {
	token_fingerprint: "bytea",
	token_expires_at: "bigint",
	session_id: "bytea",
	route: "text",
	key: "text",
	key_fingerprint: "bytea",
	keyed_at: "bigint",
	waits_until: "bigint",
	audit_event: "jsonb",
	...newTransactionTypes,
});

/**
 * One statement for transaction, token and key. `on conflict do nothing` would use the token of a charge whose
 * key is taken. PostgreSQL always reads scalar subqueries from the index. Inserts are sorted, sessions first,
 * to avoid deadlocks between gateways.
 */
const insertStatement = `
	/* prepare: insert-pending */
	with given as (
		select * from ${given.sql}
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
	), ${pendingTransactionsSql("accepted")}
	select transaction_id, id, null as already_there from written
	union all
	select transaction_id, null, already_there from looked_up where already_there is not null`;

/**
 * Skips transactions with used claims; no two may share one. Returns the written ones in order.
 *
 * @throws the database's error if another gateway writes the same claim now; a second call finds it
 */
export async function insertPending(
	database: Database,
	transactions: TransactionToWrite[],
): Promise<(Transaction | AlreadyThere)[]> {
	const toWrite = transactions.map(({ transaction, usedToken, keyed, inquiryFrom, auditEvent }) => ({
		...transaction,
		token_fingerprint: usedToken?.fingerprint,
		token_expires_at: usedToken?.expiresAt,
		session_id: usedToken?.sessionId,
		route: keyed?.route,
		key: keyed?.key,
		key_fingerprint: keyed?.fingerprint,
		keyed_at: keyed?.now,
		waits_until: inquiryFrom,
		audit_event: auditEvent,
	}));
	const compiled = CompiledQuery.raw(insertStatement, given.parameters(toWrite));
	const { rows } = await database.executeQuery<WrittenRow>(compiled);
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

export function claimsOf({ usedToken, keyed }: TransactionToWrite): string[] {
	const claims = [];
	if (usedToken !== undefined) claims.push(`token ${usedToken.fingerprint.toString("hex")}`);
	if (usedToken?.sessionId !== undefined) claims.push(`session ${usedToken.sessionId.toString("hex")}`);
	if (keyed !== undefined) claims.push(`key ${keyed.merchantId} ${keyed.route} ${keyed.key}`);
	return claims;
}

/** `now` is real time, ms since 1970. */
export async function makeInquiryDue(database: Database, transactionId: string, now: number): Promise<void> {
	await database
		.updateTable("pending_transactions")
		.set({ next_inquiry_at: sql`least(next_inquiry_at, greatest(${now}::bigint, waits_until))` })
		.where("transaction_id", "=", transactionId)
		.execute();
}

/** `differs` stays. Returns `false` if the transaction has its outcome. */
export async function noteState(database: Database, transactionId: string, state: PendingState): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable("pending_transactions")
		.set({ state: stateAfter(state) })
		.where("transaction_id", "=", transactionId)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/** `differs` stays, for the operator. */
export function stateAfter(state: PendingState) {
	return sql<PendingState>`case pending_transactions.state when 'differs' then 'differs' else ${state} end`;
}

/** Returns `undefined` once there is an outcome. */
export async function findState(database: Database, transactionId: string): Promise<PendingState | undefined> {
	const found = await database
		.selectFrom("pending_transactions")
		.select("state")
		.where("transaction_id", "=", transactionId)
		.executeTakeFirst();
	return found?.state;
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
 * Writes the event once, with the record, before the outcome changes the row.
 *
 * @param now business time, ms since 1970
 */
export async function emitPending(database: Database, record: TransactionRecord, now: number): Promise<void> {
	const parameters = [record.transaction_id, now, JSON.stringify(record)];
	await database.executeQuery(CompiledQuery.raw(emitPendingStatement, parameters));
}

/** Stores the processor's id for inquiries. */
export async function keepProcessorId(
	database: Database,
	transactionId: string,
	{ processorTransactionId = "" }: Pick<Accepted, "processorTransactionId">,
): Promise<void> {
	if (processorTransactionId === "") return;
	await database
		.updateTable("transactions")
		.set({ processor_transaction_id: processorTransactionId })
		.where("transaction_id", "=", transactionId)
		.where("status", "=", "PENDING")
		.execute();
}

/**
 * Returns real time, ms since 1970, from which recovery may inquire; `null` once there is an outcome, or while the charge
 * waits for its payer.
 */
export async function findAwaited(
	database: Database,
	transactionId: string,
): Promise<{ transaction: Transaction; inquiryFrom: number | null }> {
	const {
		waits_until: inquiryFrom,
		state,
		...transaction
	} = await database
		.selectFrom("transactions")
		.leftJoin("pending_transactions as pending", "pending.transaction_id", "transactions.transaction_id")
		.selectAll("transactions")
		.select(["pending.waits_until", "pending.state"])
		.where("transactions.transaction_id", "=", transactionId)
		.executeTakeFirstOrThrow();
	return { transaction, inquiryFrom: state === "payer" ? null : inquiryFrom };
}
