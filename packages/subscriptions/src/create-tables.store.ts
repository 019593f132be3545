import { type Kysely, sql } from "kysely";

/** Plans, subscriptions, renewal attempts and mails about expiring cards. */
export async function createSubscriptionTables(database: Kysely<unknown>): Promise<void> {
	await createPlanTables(database);
	await createSubscriptionTable(database);
	await createSubscriptionIndexes(database);
	await createRenewalAttemptTables(database);
	// One mail per card and expiry date, even if several subscriptions use the card.
	await sql`
		create table expiry_notices (
			card_lookup_id text not null references cards (lookup_id) on delete cascade,
			expiry_month text not null,
			expiry_year text not null,
			queued_at bigint not null,
			primary key (card_lookup_id, expiry_year, expiry_month)
		)`.execute(database);
}

async function createPlanTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table plans (
			id bigint generated always as identity (start with 100001) primary key,
			lookup_id text not null unique,
			merchant_id bigint not null references merchants,
			name text not null,
			amount_cents bigint not null check (amount_cents > 0),
			currency text not null,
			frequency text not null check (frequency in ('DAILY', 'WEEKLY', 'MOTHLY', 'QUARTERLY', 'ANNUALLY')),
			number_of_payments integer check (number_of_payments > 0),
			send_receipt boolean not null,
			metadata jsonb,
			total_subscriptions bigint not null default 0 check (total_subscriptions >= current_subscriptions),
			current_subscriptions bigint not null default 0 check (current_subscriptions >= 0),
			created_at bigint not null,
			deleted_at bigint,
			unique (merchant_id, id)
		)`.execute(database);
	await sql`
		create index plans_by_merchant on plans (merchant_id, created_at desc, id desc)
			where deleted_at is null`.execute(database);
	await sql`
		create index plans_by_name on plans (merchant_id, lower(name), created_at desc, id desc)
			where deleted_at is null`.execute(database);
}

async function createSubscriptionTable(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table subscriptions (
			id bigint generated always as identity (start with 100001) primary key,
			lookup_id text not null unique,
			merchant_id bigint not null,
			customer_id bigint not null,
			plan_id bigint not null,
			card_lookup_id text not null,
			name text not null,
			amount_cents bigint not null check (amount_cents > 0),
			amount_from_period integer not null default 0 check (amount_from_period >= 0),
			former_amount_cents bigint check (former_amount_cents > 0),
			currency text not null,
			frequency text not null check (frequency in ('DAILY', 'WEEKLY', 'MOTHLY', 'QUARTERLY', 'ANNUALLY')),
			number_of_payments integer check (number_of_payments > 0),
			send_receipt boolean not null,
			time_zone text not null,
			email text,
			bcc_emails text,
			description text,
			metadata jsonb,
			status text not null
				check (status in ('ACTIVE', 'RETRY', 'SUSPENDED', 'PAUSED', 'CANCELED', 'CANCELLED', 'EXPIRED')),
			start_date bigint not null,
			next_period integer not null default 0 check (next_period >= 0),
			open_period integer check (open_period >= 0),
			failed_attempts integer not null default 0 check (failed_attempts >= 0),
			not_received_attempts integer not null default 0 check (not_received_attempts >= 0),
			completed_cycles integer not null default 0,
			is_reactivating boolean not null default false,
			suspended_reason text
				check (suspended_reason in ('declined', 'retries_used', 'card_deleted', 'card_declined_too_often')),
			next_run bigint,
			last_run bigint,
			last_success bigint,
			charging_transaction_id text,
			charging_fingerprint bytea,
			claimed_until bigint not null default 0,
			renewal_failures integer not null default 0,
			created_at bigint not null,
			watched_card_lookup_id text,
			expiry_notice_at bigint,
			check (completed_cycles <= number_of_payments),
			check (open_period is not null or status not in ('RETRY', 'SUSPENDED')),
			check (former_amount_cents is not null or amount_from_period = 0),
			foreign key (merchant_id, customer_id) references customers (merchant_id, id),
			foreign key (merchant_id, plan_id) references plans (merchant_id, id)
		) with (fillfactor = 50)`.execute(database);
}

/**
 * The indexes of the jobs. They stay small however many subscriptions exist. None contains `claimed_until`: a claim then
 * updates the row on its page, which has room for it, and no index (a HOT update).
 */
async function createSubscriptionIndexes(database: Kysely<unknown>): Promise<void> {
	// For a customer's subscriptions, and for the list of customers with a subscription.
	await sql`
		create index subscriptions_by_customer on subscriptions (merchant_id, customer_id, id)`.execute(database);
	await sql`create index subscriptions_by_plan on subscriptions (plan_id, status, customer_id)`.execute(database);
	await sql`create index subscriptions_by_card on subscriptions (card_lookup_id)`.execute(database);
	await sql`create index subscriptions_by_run on subscriptions (next_run) where next_run is not null`.execute(database);
	// Stopped during an attempt: nothing is due, but the outcome must be recorded.
	await sql`
		create index subscriptions_stopped_in_flight on subscriptions (id)
			where charging_transaction_id is not null and next_run is null`.execute(database);
	await sql`
		create index subscriptions_by_charging_fingerprint on subscriptions (charging_fingerprint)
			where charging_fingerprint is not null`.execute(database);
	await sql`
		create index subscriptions_by_unwatched_card on subscriptions (id)
			where status in ('ACTIVE', 'RETRY', 'SUSPENDED', 'PAUSED')
				and watched_card_lookup_id is distinct from card_lookup_id`.execute(database);
	await sql`
		create index subscriptions_by_expiry_notice on subscriptions (expiry_notice_at)
			where status in ('ACTIVE', 'RETRY', 'SUSPENDED', 'PAUSED') and expiry_notice_at is not null`.execute(database);
}

async function createRenewalAttemptTables(database: Kysely<unknown>): Promise<void> {
	// The primary key limits each attempt of a period to one charge, even with two gateways.
	await sql`
		create table renewal_attempts (
			subscription_id bigint not null references subscriptions,
			period integer not null check (period >= 0),
			attempt integer not null check (attempt > 0),
			transaction_id text not null unique,
			attempted_at bigint not null,
			declined_fingerprint bytea,
			primary key (subscription_id, period, attempt)
		)`.execute(database);
	await sql`
		create index renewal_attempts_by_declined_fingerprint on renewal_attempts (declined_fingerprint, attempted_at)
			where declined_fingerprint is not null`.execute(database);
}
