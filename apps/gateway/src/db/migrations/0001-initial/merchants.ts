import { type Kysely, sql } from "kysely";

/** Merchants and their settings. */
export async function createMerchantTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table merchants (
			id bigint generated always as identity primary key,
			merchant_id text not null unique,
			name text not null,
			mode text not null check (mode in ('demo', 'live')),
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
			created_at bigint not null
		)`.execute(database);
}
