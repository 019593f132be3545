import { CompiledQuery } from "kysely";
import type { NewAuditRow } from "../db/audit-inbox.ts";
import type { Database } from "../db/database.ts";
import {
	insertPendingTransactions,
	newTransactionColumns,
	newTransactionParameters,
	newTransactionTypes,
	pendingTransaction,
} from "../db/pending-transactions.ts";
import type { Transaction } from "../db/schema.ts";
import type { NewTransaction } from "../payments/new-transaction.ts";

/** A charge of a subscription as it is written down before the processor hears of it. */
export interface NewAttempt {
	subscriptionId: number;
	/** Of the subscription's row as the attempt was planned by; see `Due`. */
	version: string;
	/** Counted from 0. */
	period: number;
	/** Counted from 1. */
	attempt: number;
	/** Business time, ms since 1970. */
	dueAt: number;
	transaction: NewTransaction;
	/** Real time, ms since 1970: then the recovery may ask. */
	waitsUntil: number;
	/** That the card's number was read. */
	auditEvent: NewAuditRow;
}

const otherParameters = 7;
const transactionArrays = newTransactionTypes.map((type, index) => `$${otherParameters + 1 + index}::${type}[]`);

/**
 * One statement, so that a period is marked as being charged exactly when its charge is written down. Whoever stopped or changed
 * a subscription since it was claimed, even a moment ago, has changed its row's version: it is left alone then. Rows are
 * locked in the order of their ids, as everywhere, so that nobody waits in a circle.
 */
const openStatement = `
	/* prepare: open-billing-attempts */
	with given as (
		select * from unnest(
			$1::bigint[], $2::text[], $3::integer[], $4::integer[], $5::bigint[], $6::bigint[], $7::jsonb[],
			${transactionArrays.join(", ")}
		) as given (
			subscription_id, version, period, attempt, due_at, waits_until, audit_event,
			${newTransactionColumns.join(", ")}
		)
	), unchanged as (
		select subscription.id from given join subscriptions subscription on subscription.id = given.subscription_id
		where subscription.xmin = given.version::xid
		order by subscription.id
		for update of subscription
	), charge as (
		select given.* from given join unchanged on unchanged.id = given.subscription_id
	), charging as (
		update subscriptions set charging_transaction_id = charge.transaction_id
		from charge where subscriptions.id = charge.subscription_id
	), attempted as (
		insert into billing_attempts (subscription_id, period, attempt, transaction_id, due_at, attempted_at)
		select subscription_id, period, attempt, transaction_id, due_at, created_at from charge
	), ${insertPendingTransactions("charge")}
	select transaction_id, id from written`;

/**
 * Writes attempts down with their PENDING transactions and returns those, in the same order; `undefined` for each whose
 * subscription is no longer as it was when the attempt was planned.
 */
export async function openAttempts(database: Database, attempts: NewAttempt[]): Promise<(Transaction | undefined)[]> {
	const parameters = [
		attempts.map(({ subscriptionId }) => subscriptionId),
		attempts.map(({ version }) => version),
		attempts.map(({ period }) => period),
		attempts.map(({ attempt }) => attempt),
		attempts.map(({ dueAt }) => dueAt),
		attempts.map(({ waitsUntil }) => waitsUntil),
		attempts.map(({ auditEvent }) => JSON.stringify(auditEvent)),
		...newTransactionParameters(attempts.map(({ transaction }) => transaction)),
	];
	const { rows } = await database.executeQuery<{ transaction_id: string; id: number }>(
		CompiledQuery.raw(openStatement, parameters),
	);
	const ids = new Map(rows.map((row) => [row.transaction_id, row.id]));
	return attempts.map(({ transaction }) => {
		const id = ids.get(transaction.transaction_id);
		return id === undefined ? undefined : pendingTransaction(transaction, id);
	});
}
