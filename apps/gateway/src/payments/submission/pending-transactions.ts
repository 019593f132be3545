import { columnOf } from "@cardseal/batch";
import { insertAuditEvents } from "../../audit/inbox.store.ts";
import type { Transaction } from "../tables.ts";
import type { NewTransaction } from "../transaction/new-transaction.ts";
import { unanswered } from "./outcome.ts";

/** The columns of a new transaction with their PostgreSQL types, in the order of statements. */
const newColumns = {
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
	language: "text",
	invoice_id: "text",
	metadata: "jsonb",
	sending_receipt: "boolean",
	test_mode: "boolean",
	is_protected: "boolean",
	created_at: "bigint",
} as const satisfies Record<keyof NewTransaction, string>;

export const newTransactionColumns = Object.keys(newColumns) as (keyof NewTransaction)[];

/** The types of `newTransactionColumns`, in their order. */
export const newTransactionTypes = Object.values(newColumns);

/** Returns a parameter for each of `newTransactionColumns`: the list of the transactions' values. */
export function newTransactionParameters(transactions: NewTransaction[]): unknown[] {
	return newTransactionColumns.map((column) =>
		columnOf(transactions.map((transaction) => parameterOf(transaction[column]))),
	);
}

/** Returns metadata as JSON, which the driver does not make in a list. */
function parameterOf(value: NewTransaction[keyof NewTransaction]) {
	return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/**
 * Returns the part of a statement that writes transactions as PENDING, each with its row for recovery and its audit
 * event. The last of its common table expressions, `written`, has `transaction_id` and `id`.
 *
 * @param source a common table expression with the columns of a new transaction, `waits_until` and `audit_event`
 */
export function insertPendingTransactions(source: string): string {
	const columns = newTransactionColumns.join(", ");
	return `pending as (
		insert into pending_transactions (transaction_id, waits_until, next_inquiry_at)
		select transaction_id, waits_until, waits_until from ${source}
	), audited as (${insertAuditEvents(source)}
	), written as (
		insert into transactions (${columns}, status)
		select ${columns}, 'PENDING' from ${source}
		returning transaction_id, id
	)`;
}

/** Returns a new transaction as the row that it became. */
export function pendingTransaction(transaction: NewTransaction, id: number): Transaction {
	return {
		...transaction,
		id,
		status: "PENDING",
		refunded_cents: 0,
		refunding_cents: 0,
		captured_by: null,
		voided_by: null,
		message: null,
		...unanswered,
		decided_at: null,
	};
}
