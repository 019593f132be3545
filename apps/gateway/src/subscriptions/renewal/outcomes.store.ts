import { CompiledQuery } from "kysely";
import { arrayParameters } from "../../db/array-parameters.ts";
import type { Database } from "../../db/database.ts";
import type { Transaction } from "../../payments/tables.ts";
import type { LifecycleChange } from "../lifecycle.ts";
import type { Subscription } from "../tables.ts";

/** The attempt that is under way for a subscription, with what is known of its transaction. */
export interface AttemptInFlight
	extends Pick<Transaction, "status" | "decline_class" | "decline_code" | "advice_code" | "decided_at"> {
	/** Counted from 0. */
	period: number;
	/** Counted from 1. */
	attempt: number;
}

/** A subscription, locked. */
export interface LockedSubscription {
	subscription: Subscription;
	/** See `Due`. */
	version: string;
	/** `null` when no attempt is under way. */
	inFlight: AttemptInFlight | null;
}

const lockStatement = `
	/* prepare: lock-billed-subscriptions */
	select subscription.*, subscription.xmin::text as version, (
		select row_to_json(known) from (
			select attempt.period, attempt.attempt, charge.status, charge.decline_class, charge.decline_code, charge.advice_code,
				charge.decided_at
			from billing_attempts attempt join transactions charge on charge.transaction_id = attempt.transaction_id
			where attempt.transaction_id = subscription.charging_transaction_id
		) known
	) as "inFlight"
	from subscriptions subscription
	where subscription.id = any($1::bigint[])
	order by subscription.id
	for update of subscription`;

/** Locks subscriptions until the transaction ends, in the order of their ids, as everywhere. */
export async function lockSubscriptions(transaction: Database, ids: number[]): Promise<LockedSubscription[]> {
	const { rows } = await transaction.executeQuery<Subscription & Omit<LockedSubscription, "subscription">>(
		CompiledQuery.raw(lockStatement, [ids]),
	);
	return rows.map(({ version, inFlight, ...subscription }) => ({ subscription, version, inFlight }));
}

/** What a subscription is from now on, with nothing under way. */
export interface Settled {
	subscription: Subscription;
	/** When its attempt was declined: which one that was, and the mark of the number that was. */
	declined: { period: number; attempt: number; mark: Buffer | null } | undefined;
	/** Whether it is no longer one of its plan's current subscriptions. */
	hasEnded: boolean;
}

/** Every column that the lifecycle changes, with its PostgreSQL type. */
const settledColumns = {
	status: "text",
	next_period: "integer",
	open_period: "integer",
	failed_attempts: "integer",
	unheard_attempts: "integer",
	completed_cycles: "integer",
	is_reactivating: "boolean",
	suspended_reason: "text",
	next_run: "bigint",
	last_run: "bigint",
	last_success: "bigint",
} as const satisfies Record<keyof LifecycleChange, string>;

const columnNames = Object.keys(settledColumns) as (keyof typeof settledColumns)[];
const columnArrays = arrayParameters(Object.values(settledColumns), 6);

/** Plans are locked after their subscriptions, in the order of their ids. */
const settleStatement = `
	/* prepare: settle-subscriptions */
	with settled as (
		select * from unnest(
			$1::bigint[], $2::bigint[], $3::boolean[], $4::integer[], $5::integer[], $6::bytea[], ${columnArrays}
		) as settled (
			id, plan_id, has_ended, declined_period, declined_attempt, declined_mark, ${columnNames.join(", ")}
		)
	), declined as (
		update billing_attempts set declined_mark = settled.declined_mark
		from settled
		where billing_attempts.subscription_id = settled.id and billing_attempts.period = settled.declined_period
			and billing_attempts.attempt = settled.declined_attempt
	), ended as (
		select plan_id, count(*) as subscriptions from settled where has_ended group by plan_id
	), ended_plans as (
		select plans.id, ended.subscriptions from plans join ended on ended.plan_id = plans.id
		order by plans.id for no key update of plans
	), counted as (
		update plans set current_subscriptions = plans.current_subscriptions - ended_plans.subscriptions
		from ended_plans where plans.id = ended_plans.id
	)
	update subscriptions
	set ${columnNames.map((name) => `${name} = settled.${name}`).join(", ")},
		charging_transaction_id = null, charging_mark = null, claimed_until = 0, billing_failures = 0
	from settled where subscriptions.id = settled.id`;

/** Writes down what locked subscriptions have become. */
export async function writeSettled(transaction: Database, settled: Settled[]): Promise<void> {
	if (settled.length === 0) return;
	const parameters = [
		settled.map(({ subscription }) => subscription.id),
		settled.map(({ subscription }) => subscription.plan_id),
		settled.map(({ hasEnded }) => hasEnded),
		settled.map(({ declined }) => declined?.period ?? null),
		settled.map(({ declined }) => declined?.attempt ?? null),
		settled.map(({ declined }) => declined?.mark ?? null),
		...columnNames.map((name) => settled.map(({ subscription }) => subscription[name])),
	];
	await transaction.executeQuery(CompiledQuery.raw(settleStatement, parameters));
}
