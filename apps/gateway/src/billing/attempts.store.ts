import { CompiledQuery } from "kysely";
import { arrayParameters } from "../db/array-parameters.ts";
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

/** How often a card may decline subscriptions within a window of business time. */
export interface DeclineLimit {
	maximumDeclines: number;
	windowMilliseconds: number;
}

/**
 * An attempt that was written down, or why not. `changed`: its subscription is no longer as it was when the attempt was
 * planned. `held_back`: were all tries with its card that have no outcome yet declined, the card would be beyond its limit.
 */
export type Opened = Transaction | "changed" | "held_back";

/** Who counts a card's tries waits here for others who do, on whichever gateway; the order keeps them out of a circle. */
const lockCardsStatement = `
	/* prepare: lock-billed-cards */
	select id from cards where lookup_id = any($1::text[]) order by id for no key update`;

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
			$1::bigint[], $2::text[], $3::integer[], $4::integer[], $5::bigint[], $6::bigint[], $7::jsonb[],
			${transactionArrays}
		) as given (
			subscription_id, version, period, attempt, due_at, waits_until, audit_event,
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
			where declined.declined_card = given.card_lookup_id and declined.attempted_at > given.created_at - $9::bigint
		) + (
			select count(*) from subscriptions other
			where other.card_lookup_id = given.card_lookup_id and other.charging_transaction_id is not null
		) + row_number() over (partition by given.card_lookup_id order by given.subscription_id) as tries
		from given join unchanged on unchanged.id = given.subscription_id
	), charge as (
		select * from counted where tries <= $8::integer
	), charging as (
		update subscriptions set charging_transaction_id = charge.transaction_id
		from charge where subscriptions.id = charge.subscription_id
	), attempted as (
		insert into billing_attempts (subscription_id, period, attempt, transaction_id, due_at, attempted_at)
		select subscription_id, period, attempt, transaction_id, due_at, created_at from charge
	), ${insertPendingTransactions("charge")}
	select transaction_id, id from written
	union all
	select transaction_id, null from counted where tries > $8::integer`;

/** Writes attempts down, with their PENDING transactions, and returns what became of each, in the same order. */
export function openAttempts(
	database: Database,
	attempts: NewAttempt[],
	{ maximumDeclines, windowMilliseconds }: DeclineLimit,
): Promise<Opened[]> {
	const transactions = attempts.map(({ transaction }) => transaction);
	const parameters = [
		attempts.map(({ subscriptionId }) => subscriptionId),
		attempts.map(({ version }) => version),
		attempts.map(({ period }) => period),
		attempts.map(({ attempt }) => attempt),
		attempts.map(({ dueAt }) => dueAt),
		attempts.map(({ waitsUntil }) => waitsUntil),
		attempts.map(({ auditEvent }) => JSON.stringify(auditEvent)),
		maximumDeclines,
		windowMilliseconds,
		...newTransactionParameters(transactions),
	];
	return database.transaction().execute(async (locking) => {
		const cards = transactions.map(({ card_lookup_id: card }) => card);
		await locking.executeQuery(CompiledQuery.raw(lockCardsStatement, [cards]));
		const { rows } = await locking.executeQuery<{ transaction_id: string; id: number | null }>(
			CompiledQuery.raw(openStatement, parameters),
		);
		const ids = new Map(rows.map(({ transaction_id, id }) => [transaction_id, id]));
		return transactions.map((transaction) => {
			const id = ids.get(transaction.transaction_id);
			if (id === undefined) return "changed";
			return id === null ? "held_back" : pendingTransaction(transaction, id);
		});
	});
}
