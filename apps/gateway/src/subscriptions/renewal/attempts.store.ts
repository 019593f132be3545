import { CompiledQuery } from "kysely";
import type { NewAuditRow } from "../../audit/inbox.ts";
import { fingerprintLockKeys } from "../../db/advisory-locks.ts";
import { arrayParameters } from "../../db/array-parameters.ts";
import type { Database } from "../../db/database.ts";
import type { NewTransaction } from "../../payments/new-transaction.ts";
import {
	insertPendingTransactions,
	newTransactionColumns,
	newTransactionParameters,
	newTransactionTypes,
	pendingTransaction,
} from "../../payments/pending-transactions.ts";
import type { Transaction } from "../../payments/tables.ts";

/** A charge of a subscription as it is written down before the processor hears of it. */
export interface NewAttempt {
	subscriptionId: number;
	/** Of the subscription's row as the attempt was planned by; see `Due`. */
	version: string;
	/** Counted from 0. */
	period: number;
	/** Counted from 1. */
	attempt: number;
	/** The mark of the number that it charges. */
	cardMark: Buffer;
	transaction: NewTransaction;
	/** Real time, ms since 1970: then the recovery may ask. */
	waitsUntil: number;
	/** That the card's number was read. */
	auditEvent: NewAuditRow;
}

/** How often a card may decline subscriptions within a window of business time. */
export interface DeclineLimit {
	maximumDeclines: number;
	windowMs: number;
}

/**
 * An attempt that was written down, or why not. `changed`: its subscription is no longer as it was when the attempt was
 * planned. `declined_too_often`: the number's limit is reached. `held_back`: it would be, were all tries of the number that
 * have no outcome yet declined.
 */
export type Opened = Transaction | "changed" | "declined_too_often" | "held_back";

/** Who counts a number's tries waits here for others who do, on whichever gateway; the order keeps them out of a circle. */
const lockNumbersStatement = `
	/* prepare: lock-billed-numbers */
	select pg_advisory_xact_lock(key) from unnest($1::bigint[]) as key`;

const transactionArrays = arrayParameters(newTransactionTypes, 9);

/**
 * One statement, so that a period is marked as being charged exactly when its charge is written down. Whoever stopped or changed
 * a subscription since it was claimed, even a moment ago, has changed its row's version: it is left alone then. Rows are
 * locked in the order of their ids, as everywhere, so that nobody waits in a circle.
 */
const openStatement = `
	/* prepare: open-billing-attempts */
	with given as (
		select * from unnest(
			$1::bigint[], $2::text[], $3::integer[], $4::integer[], $5::bytea[], $6::bigint[], $7::jsonb[],
			${transactionArrays}
		) as given (
			subscription_id, version, period, attempt, card_mark, waits_until, audit_event,
			${newTransactionColumns.join(", ")}
		)
	), unchanged as (
		select subscription.id from given join subscriptions subscription on subscription.id = given.subscription_id
		where subscription.xmin = given.version::xid
		order by subscription.id
		for update of subscription
	), counted as (
		select given.*, (
			select count(*) from billing_attempts declined
			where declined.declined_mark = given.card_mark and declined.attempted_at > given.created_at - $9::bigint
		) as declines, (
			select count(*) from subscriptions other where other.charging_mark = given.card_mark
		) + row_number() over (partition by given.card_mark order by given.subscription_id) as tries
		from given join unchanged on unchanged.id = given.subscription_id
	), charge as (
		select * from counted where declines + tries <= $8::integer
	), charging as (
		update subscriptions set charging_transaction_id = charge.transaction_id, charging_mark = charge.card_mark
		from charge where subscriptions.id = charge.subscription_id
	), attempted as (
		insert into billing_attempts (subscription_id, period, attempt, transaction_id, attempted_at)
		select subscription_id, period, attempt, transaction_id, created_at from charge
	), ${insertPendingTransactions("charge")}
	select transaction_id, id, 'opened' as came_to from written
	union all
	select transaction_id, null, case when declines >= $8::integer then 'declined_too_often' else 'held_back' end
	from counted where declines + tries > $8::integer`;

interface OpenedRow {
	transaction_id: string;
	/** Of the transaction, where it was written down. */
	id: number | null;
	came_to: "opened" | "declined_too_often" | "held_back";
}

/** Writes attempts down, with their PENDING transactions, and returns what became of each, in the same order. */
export function openAttempts(
	database: Database,
	attempts: NewAttempt[],
	{ maximumDeclines, windowMs }: DeclineLimit,
): Promise<Opened[]> {
	const transactions = attempts.map(({ transaction }) => transaction);
	const parameters = [
		attempts.map(({ subscriptionId }) => subscriptionId),
		attempts.map(({ version }) => version),
		attempts.map(({ period }) => period),
		attempts.map(({ attempt }) => attempt),
		attempts.map(({ cardMark }) => cardMark),
		attempts.map(({ waitsUntil }) => waitsUntil),
		attempts.map(({ auditEvent }) => JSON.stringify(auditEvent)),
		maximumDeclines,
		windowMs,
		...newTransactionParameters(transactions),
	];
	const cardKeys = fingerprintLockKeys(attempts.map(({ cardMark }) => cardMark));
	return database.transaction().execute(async (locking) => {
		await locking.executeQuery(CompiledQuery.raw(lockNumbersStatement, [cardKeys]));
		const { rows } = await locking.executeQuery<OpenedRow>(CompiledQuery.raw(openStatement, parameters));
		const opened = new Map(rows.map((row) => [row.transaction_id, row]));
		return transactions.map((transaction) => openedAs(transaction, opened.get(transaction.transaction_id)));
	});
}

function openedAs(transaction: NewTransaction, row: OpenedRow | undefined): Opened {
	if (row === undefined) return "changed";
	if (row.came_to !== "opened") return row.came_to;
	if (row.id === null) throw new Error("A transaction that was written down has no id.");
	return pendingTransaction(transaction, row.id);
}
