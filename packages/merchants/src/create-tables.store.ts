import { type Kysely, sql } from "kysely";

/** Merchants with their settings, and their accounts at processors. */
export async function createMerchantTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table merchants (
			id bigint generated always as identity primary key,
			merchant_id text not null unique,
			name text not null,
			mode text not null check (mode in ('demo', 'live')),
			demo_twin_id bigint unique references merchants,
			time_zone text not null default 'UTC',
			currencies text[] not null default '{CAD,USD}',
			hosted_form_only boolean not null default false,
			card_testing_on boolean,
			card_testing_limits jsonb not null default '{}',
			sends_receipts boolean not null default true,
			receipt_reply_to text,
			contact_address text,
			contact_phone text,
			language text not null default 'en' check (language in ('en', 'fr')),
			both_languages boolean not null default false,
			sends_payment_failed_notices boolean not null default true,
			sends_suspended_notices boolean not null default true,
			sends_card_expiring_notices boolean not null default true,
			created_at bigint not null,
			check (demo_twin_id is null or mode = 'live')
		)`.execute(database);
	await sql`
		create table processor_accounts (
			account_id text primary key,
			merchant_id bigint not null references merchants,
			processor text not null,
			currency text not null,
			shown_fields jsonb not null,
			fingerprint bytea not null,
			verified_at bigint,
			is_test boolean not null default false,
			created_at bigint not null,
			removed_at bigint,
			remove_reason text,
			check ((removed_at is null) = (remove_reason is null))
		)`.execute(database);
	await sql`
		create unique index processor_accounts_by_currency on processor_accounts (merchant_id, currency)
			where removed_at is null`.execute(database);
	await sql`create index processor_accounts_by_fingerprint on processor_accounts (fingerprint)`.execute(database);
	await sql`
		create table processor_account_checks (
			merchant_id bigint primary key references merchants,
			window_started_at bigint not null,
			count integer not null
		)`.execute(database);
	await createTwinFunctions(database);
}

/** A live merchant and its demo twin have one staff, whose rows belong to the twin. */
async function createTwinFunctions(database: Kysely<unknown>): Promise<void> {
	await sql`
		create function staff_merchant_of(merchant bigint) returns bigint language sql stable as $$
			select coalesce(demo_twin_id, id) from merchants where id = merchant
		$$`.execute(database);
	// Mails to staff come in the name of the live merchant.
	await sql`
		create function live_merchant_of(merchant bigint) returns bigint language sql stable as $$
			select coalesce((select id from merchants where demo_twin_id = merchant), merchant)
		$$`.execute(database);
}
