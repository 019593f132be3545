import { type Kysely, sql } from "kysely";

/** Plans, subscriptions to them, and every attempt to charge one. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await createPlans(database);
	await createSubscriptions(database);
	await createBillingAttempts(database);
}

async function createPlans(database: Kysely<unknown>): Promise<void> {
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

async function createSubscriptions(database: Kysely<unknown>): Promise<void> {
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
			status text not null
				check (status in ('ACTIVE', 'RETRY', 'SUSPENDED', 'PAUSED', 'CANCELED', 'CANCELLED', 'EXPIRED')),
			start_date bigint not null,
			next_period integer not null default 0 check (next_period >= 0),
			open_period integer check (open_period >= 0),
			failed_attempts integer not null default 0 check (failed_attempts >= 0),
			completed_cycles integer not null default 0,
			is_reactivating boolean not null default false,
			suspended_reason text check (suspended_reason in ('declined', 'retries_used', 'card_deleted')),
			next_run bigint,
			last_run bigint,
			last_success bigint,
			charging_transaction_id text,
			claimed_until bigint not null default 0,
			created_at bigint not null,
			check (completed_cycles <= number_of_payments),
			check (open_period is not null or status not in ('RETRY', 'SUSPENDED')),
			check (former_amount_cents is not null or amount_from_period = 0),
			foreign key (merchant_id, customer_id) references customers (merchant_id, id),
			foreign key (merchant_id, plan_id) references plans (merchant_id, id)
		)`.execute(database);
	// Both for answers that show a customer's subscriptions and for the list of those who have one.
	await sql`
		create index subscriptions_by_customer on subscriptions (merchant_id, customer_id, id)`.execute(database);
	await sql`create index subscriptions_by_plan on subscriptions (plan_id, status, customer_id)`.execute(database);
	await sql`create index subscriptions_by_card on subscriptions (card_lookup_id)`.execute(database);
	// What is due is found from here, however many subscriptions there are.
	await sql`create index subscriptions_by_run on subscriptions (next_run) where next_run is not null`.execute(database);
}

async function createBillingAttempts(database: Kysely<unknown>): Promise<void> {
	// The key is what makes sure that a period is charged once for each attempt, whoever works on it.
	await sql`
		create table billing_attempts (
			subscription_id bigint not null references subscriptions,
			period integer not null check (period >= 0),
			attempt integer not null check (attempt > 0),
			transaction_id text not null unique,
			due_at bigint not null,
			attempted_at bigint not null,
			primary key (subscription_id, period, attempt)
		)`.execute(database);
}
