import { givenRows } from "@cardseal/batch";
import {
	type NewTransaction,
	newTransactionTypes,
	pendingTransaction,
	pendingTransactionsSql,
	type Transaction,
} from "@cardseal/payments";
import type { NewAuditRow } from "@cardseal/platform/audit";
import { type Database, fingerprintLockKeys } from "@cardseal/platform/db";
import { CompiledQuery } from "kysely";

export interface NewAttempt {
	subscriptionId: number;
	/** The version that was read. */
	version: string;
	/** Counted from 0. */
	period: number;
	/** Counted from 1. */
	attempt: number;
	cardFingerprint: Buffer;
	transaction: NewTransaction;
	/** Real time, ms since 1970, from which recovery may inquire. */
	inquiryFrom: number;
	auditEvent: NewAuditRow;
}

export interface DeclineLimit {
	maximumDeclines: number;
	windowMs: number;
}

/**
 * `card_declined_too_often`: the limit is reached. `held_back`: it would be, if all attempts in flight with
 * this card were declined.
 */
export type StartedAttempt = Transaction | "changed" | "card_declined_too_often" | "held_back";

/** Serialises decline counting per card across gateways. Sorted, to avoid deadlocks. */
const lockCardsStatement = `
	/* prepare: lock-renewal-cards */
	select pg_advisory_xact_lock(key) from unnest($1::bigint[]) as key`;

const given = givenRows("given", {
	subscription_id: "bigint",
	version: "text",
	period: "integer",
	attempt: "integer",
	card_fingerprint: "bytea",
	waits_until: "bigint",
	audit_event: "jsonb",
	...newTransactionTypes,
});
const [maximumDeclinesSql, windowMsSql] = [given.after(0, "integer"), given.after(1, "bigint")];

/**
 * One statement marks the period and writes its transaction. Any change since the claim changes the row's
 * `xmin` and prevents the start. Locks are by id, to avoid deadlocks.
 */
const startStatement = `
	/* prepare: start-renewal-attempts */
	with given as (
		select * from ${given.sql}
	), unchanged as (
		select subscription.id from given join subscriptions subscription on subscription.id = given.subscription_id
		where subscription.xmin = given.version::xid
		order by subscription.id
		for update of subscription
	), counted as (
		select given.*, (
			select count(*) from renewal_attempts declined
			where declined.declined_fingerprint = given.card_fingerprint and declined.attempted_at > given.created_at - ${windowMsSql}
		) as declines, (
			select count(*) from subscriptions other where other.charging_fingerprint = given.card_fingerprint
		) + row_number() over (partition by given.card_fingerprint order by given.subscription_id) as tries
		from given join unchanged on unchanged.id = given.subscription_id
	), charge as (
		select * from counted where declines + tries <= ${maximumDeclinesSql}
	), charging as (
		update subscriptions set charging_transaction_id = charge.transaction_id, charging_fingerprint = charge.card_fingerprint
		from charge where subscriptions.id = charge.subscription_id
	), attempted as (
		insert into renewal_attempts (subscription_id, period, attempt, transaction_id, attempted_at)
		select subscription_id, period, attempt, transaction_id, created_at from charge
	), ${pendingTransactionsSql("charge")}
	select transaction_id, id, 'started' as result from written
	union all
	select transaction_id, null, case when declines >= ${maximumDeclinesSql} then 'card_declined_too_often' else 'held_back' end
	from counted where declines + tries > ${maximumDeclinesSql}`;

interface StartedRow {
	transaction_id: string;
	/** Null unless it was started. */
	id: number | null;
	result: "started" | "card_declined_too_often" | "held_back";
}

export function startAttempts(
	database: Database,
	attempts: NewAttempt[],
	{ maximumDeclines, windowMs }: DeclineLimit,
): Promise<StartedAttempt[]> {
	const rows = attempts.map(({ transaction, ...attempt }) => ({
		...transaction,
		subscription_id: attempt.subscriptionId,
		version: attempt.version,
		period: attempt.period,
		attempt: attempt.attempt,
		card_fingerprint: attempt.cardFingerprint,
		waits_until: attempt.inquiryFrom,
		audit_event: attempt.auditEvent,
	}));
	const parameters = [...given.parameters(rows), maximumDeclines, windowMs];
	const cardKeys = fingerprintLockKeys(attempts.map(({ cardFingerprint }) => cardFingerprint));
	return database.transaction().execute(async (locking) => {
		await locking.executeQuery(CompiledQuery.raw(lockCardsStatement, [cardKeys]));
		const { rows } = await locking.executeQuery<StartedRow>(CompiledQuery.raw(startStatement, parameters));
		const started = new Map(rows.map((row) => [row.transaction_id, row]));
		return attempts.map(({ transaction }) => startedAs(transaction, started.get(transaction.transaction_id)));
	});
}

const adoptStatement = `
	/* prepare: adopt-renewal-attempt */
	with found as (
		update transactions set subscription_lookup_id = $6
		where transaction_id = $5 and merchant_id = $7 and type = 'sale'
		returning transaction_id
	), unchanged as (
		select id from subscriptions where id = $1 and xmin = $2::xid and exists (select from found) for update
	), attempted as (
		insert into renewal_attempts (subscription_id, period, attempt, transaction_id, attempted_at)
		select id, $3, $4, $5, $8 from unchanged
	)
	update subscriptions set charging_transaction_id = $5, charging_fingerprint = $9
	from unchanged where subscriptions.id = unchanged.id
	returning subscriptions.id`;

/**
 * Links the transaction that a restore wrote from the processor's books. Returns `false` without one, or when
 * the subscription has changed.
 */
export async function adoptAttempt(
	database: Database,
	{ subscriptionId, version, period, attempt, transaction, cardFingerprint }: NewAttempt,
): Promise<boolean> {
	const { transaction_id: id, subscription_lookup_id: lookupId, merchant_id: merchantId, created_at: at } = transaction;
	const parameters = [subscriptionId, version, period, attempt, id, lookupId, merchantId, at, cardFingerprint];
	const { rows } = await database.executeQuery(CompiledQuery.raw(adoptStatement, parameters));
	return rows.length === 1;
}

function startedAs(transaction: NewTransaction, row: StartedRow | undefined): StartedAttempt {
	if (row === undefined) return "changed";
	if (row.result !== "started") return row.result;
	if (row.id === null) throw new Error("A stored transaction has no id.");
	return pendingTransaction(transaction, row.id);
}
