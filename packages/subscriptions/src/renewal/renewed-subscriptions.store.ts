import { givenRows } from "@cardseal/batch";
import type { Transaction } from "@cardseal/payments";
import type { Database } from "@cardseal/platform/db";
import { CompiledQuery } from "kysely";
import { lifecycleColumns, type SubscriptionWithOwners, subscriptionColumns } from "../subscriptions.store.ts";

export interface AttemptInFlight
	extends Pick<
		Transaction,
		"status" | "amount_cents" | "decline_class" | "decline_code" | "advice_code" | "decided_at"
	> {
	/** Counted from 0. */
	period: number;
	/** Counted from 1. */
	attempt: number;
}

export interface LockedSubscription {
	subscription: SubscriptionWithOwners;
	version: string;
	inFlight: AttemptInFlight | null;
	/** The merchant's. */
	retryDays: number[];
}

const lockStatement = `
	/* prepare: lock-renewed-subscriptions */
	select ${subscriptionColumns("subscription")}, subscription.xmin::text as version,
		plan.lookup_id as plan_lookup_id, customer.lookup_id as customer_lookup_id, merchant.retry_days as "retryDays", (
		select row_to_json(known) from (
			select attempt.period, attempt.attempt, charge.status, charge.amount_cents, charge.decline_class, charge.decline_code, charge.advice_code,
				charge.decided_at
			from renewal_attempts attempt join transactions charge on charge.transaction_id = attempt.transaction_id
			where attempt.transaction_id = subscription.charging_transaction_id
		) known
	) as "inFlight"
	from subscriptions subscription
	join plans plan on plan.id = subscription.plan_id
	join customers customer on customer.id = subscription.customer_id
	join merchants merchant on merchant.id = subscription.merchant_id
	where subscription.id = any($1::bigint[])
	order by subscription.id
	for update of subscription`;

/** Locks subscriptions by id. */
export async function lockSubscriptions(transaction: Database, ids: number[]): Promise<LockedSubscription[]> {
	const { rows } = await transaction.executeQuery<SubscriptionWithOwners & Omit<LockedSubscription, "subscription">>(
		CompiledQuery.raw(lockStatement, [ids]),
	);
	return rows.map(({ version, inFlight, retryDays, ...subscription }) => ({
		subscription,
		version,
		inFlight,
		retryDays,
	}));
}

/** A subscription without an attempt in flight. */
export interface SubscriptionUpdate {
	subscription: SubscriptionWithOwners;
	declined: { period: number; attempt: number; fingerprint: Buffer | null } | undefined;
	/** `true` if its plan counts one less. */
	hasEnded: boolean;
}

const columnNames = Object.keys(lifecycleColumns);
const renewed = givenRows("renewed", {
	id: "bigint",
	plan_id: "bigint",
	has_ended: "boolean",
	declined_period: "integer",
	declined_attempt: "integer",
	declined_fingerprint: "bytea",
	...lifecycleColumns,
});

/** Locks plans after their subscriptions, by id, to avoid deadlocks. */
const updateStatement = `
	/* prepare: update-renewed-subscriptions */
	with renewed as (
		select * from ${renewed.sql}
	), declined as (
		update renewal_attempts set declined_fingerprint = renewed.declined_fingerprint
		from renewed
		where renewal_attempts.subscription_id = renewed.id and renewal_attempts.period = renewed.declined_period
			and renewal_attempts.attempt = renewed.declined_attempt
	), ended as (
		select plan_id, count(*) as subscriptions from renewed where has_ended group by plan_id
	), ended_plans as (
		select plans.id, ended.subscriptions from plans join ended on ended.plan_id = plans.id
		order by plans.id for no key update of plans
	), counted as (
		update plans set current_subscriptions = plans.current_subscriptions - ended_plans.subscriptions
		from ended_plans where plans.id = ended_plans.id
	)
	update subscriptions
	set ${columnNames.map((name) => `${name} = renewed.${name}`).join(", ")},
		charging_transaction_id = null, charging_fingerprint = null, claimed_until = 0, renewal_failures = 0
	from renewed where subscriptions.id = renewed.id`;

export async function updateRenewedSubscriptions(transaction: Database, updates: SubscriptionUpdate[]): Promise<void> {
	if (updates.length === 0) return;
	const rows = updates.map(({ subscription, hasEnded, declined }) => ({
		...subscription,
		has_ended: hasEnded,
		declined_period: declined?.period,
		declined_attempt: declined?.attempt,
		declined_fingerprint: declined?.fingerprint,
	}));
	await transaction.executeQuery(CompiledQuery.raw(updateStatement, renewed.parameters(rows)));
}
