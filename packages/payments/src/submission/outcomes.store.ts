import { givenRows } from "@cardseal/batch";
import { transactionEventsSql } from "@cardseal/events";
import type { Database } from "@cardseal/platform/db";
import { CompiledQuery, sql } from "kysely";
import { type AnswerColumn, answerTypes, type Transaction } from "../tables.ts";
import { confirmOrRelease } from "../transaction/reservations.store.ts";

export interface RecordedOutcome extends Pick<Transaction, AnswerColumn> {
	status: "APPROVED" | "DECLINED";
	message: string;
	decided_at: number;
}

export const unanswered = Object.fromEntries(Object.keys(answerTypes).map((name) => [name, null])) as Record<
	AnswerColumn,
	null
>;

export interface DecidedTransaction {
	transactionId: string;
	/** `true` when the outcome changes an original. */
	isModification: boolean;
	outcome: RecordedOutcome;
	/** `undefined` without an Idempotency-Key. */
	response: { status: number; body: unknown } | undefined;
	isReceiptDue: boolean;
	/** The void to send of an approval that a rule of the merchant rejected. Real time, ms since 1970. */
	reversal?: { reference: string; at: number } | undefined;
}

const outcomeColumns = {
	status: "text",
	message: "text",
	...answerTypes,
	decided_at: "bigint",
} as const satisfies Record<keyof RecordedOutcome, string>;

export const outcomeNames = Object.keys(outcomeColumns) as (keyof RecordedOutcome)[];

const given = givenRows("outcome", {
	transaction_id: "text",
	response_status: "integer",
	response_body: "text",
	is_receipt_due: "boolean",
	reversal_reference: "text",
	reversal_at: "bigint",
	...outcomeColumns,
});

/** Only PENDING transactions are updated: the first outcome is final. */
const decide = `
	with outcome as (
		select * from ${given.sql}
	), decided as (
		update transactions
		set ${outcomeNames.map((name) => `${name} = outcome.${name}`).join(", ")}
		from outcome
		where transactions.transaction_id = outcome.transaction_id and transactions.status = 'PENDING'
		returning transactions.id, transactions.merchant_id, transactions.transaction_id, transactions.type,
			transactions.original_id, transactions.amount_cents, transactions.status,
			transactions.id as of_transaction, transactions.decided_at as event_at,
			case transactions.status when 'APPROVED' then 'transaction.approved' else 'transaction.declined' end as event_type,
			outcome.response_status, outcome.response_body, outcome.is_receipt_due,
			outcome.reversal_reference, outcome.reversal_at
	), answered as (
		update idempotency_keys
		set response_status = decided.response_status, response_body = decided.response_body
		from decided
		where decided.response_status is not null and idempotency_keys.transaction_id = decided.transaction_id
	), receipt as (
		insert into mail_outbox (kind, reference) select 'receipt', transaction_id from decided where is_receipt_due
	), not_pending as (
		delete from pending_transactions using decided where pending_transactions.transaction_id = decided.transaction_id
	), declined as (
		insert into declined_transactions (merchant_id, id) select merchant_id, id from decided where status = 'DECLINED'
	), reversal as (
		insert into reversals (reference, merchant_id, transaction_id, operation, number, next_try_at, created_at)
		select reversal_reference, merchant_id, transaction_id, 'void', 1, reversal_at, reversal_at
		from decided where reversal_reference is not null
	)`;

const recordStatement = `/* prepare: record-outcome */ 
	${decide}, event as (${transactionEventsSql("decided")}
	)
	select transaction_id from decided`;

const recordModificationStatement = `
	/* prepare: record-modification-outcome */
	${decide}, original as (
		update transactions as original
		set ${confirmOrRelease}
		from decided
		where original.transaction_id = decided.original_id
		returning decided.merchant_id, 'transaction.voided' as event_type, decided.event_at, original.id as of_transaction,
			decided.type = 'void' and decided.status = 'APPROVED' as is_voided
	), happened as (
		select merchant_id, event_type, event_at, of_transaction from decided
		union all
		select merchant_id, event_type, event_at, of_transaction from original where is_voided
	), event as (${transactionEventsSql("happened")}
	)
	select transaction_id from decided`;

/** Returns `false` for each that has an outcome already. */
export function writeOutcomes(database: Database, transactions: DecidedTransaction[]): Promise<boolean[]> {
	return record(database, recordStatement, transactions);
}

/** Returns `false` if it has an outcome already. */
export async function writeModificationOutcome(database: Database, modification: DecidedTransaction): Promise<boolean> {
	const [isFirst = false] = await record(database, recordModificationStatement, [modification]);
	return isFirst;
}

async function record(database: Database, statement: string, transactions: DecidedTransaction[]): Promise<boolean[]> {
	const outcomes = transactions.map(({ transactionId, response, isReceiptDue, reversal, outcome }) => ({
		...outcome,
		transaction_id: transactionId,
		response_status: response?.status,
		response_body: response && JSON.stringify(response.body),
		is_receipt_due: isReceiptDue,
		reversal_reference: reversal?.reference,
		reversal_at: reversal?.at,
	}));
	const compiled = CompiledQuery.raw(statement, given.parameters(outcomes));
	const { rows } = await database.executeQuery<{ transaction_id: string }>(compiled);
	const decided = new Set(rows.map((row) => row.transaction_id));
	return transactions.map(({ transactionId }) => decided.delete(transactionId));
}

/** Columns that not every report has. */
const details = [
	"avs_result",
	"cvv_result",
	"issuer_code",
	"network_transaction_id",
	"processor_auth_code",
	"processor_transaction_id",
] as const satisfies (keyof RecordedOutcome)[];

/** Adds missing details. Returns `false` if it is another outcome. */
export async function addDetails(
	database: Database,
	transactionId: string,
	outcome: RecordedOutcome,
): Promise<boolean> {
	const added = details.map(
		(name) => sql`${sql.ref(name)} = coalesce(nullif(${sql.ref(name)}, ''), ${outcome[name]}::text)`,
	);
	const { numAffectedRows } = await sql`
		update transactions set ${sql.join(added)}
		where transaction_id = ${transactionId} and status = ${outcome.status}`.execute(database);
	return numAffectedRows === 1n;
}
