import { type Kysely, sql } from "kysely";

/** Merchants and their credentials, transactions, and what makes a charge happen once. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await createMerchants(database);
	await createTransactions(database);
	await createOnceOnlyMarks(database);
}

async function createMerchants(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table merchants (
			id bigint generated always as identity primary key,
			merchant_id text not null unique,
			name text not null,
			mode text not null check (mode in ('demo', 'live')),
			time_zone text not null default 'UTC',
			currencies text[] not null default '{CAD,USD}',
			created_at bigint not null
		)`.execute(database);
	await sql`
		create table staff (
			id bigint generated always as identity primary key,
			merchant_id bigint not null references merchants,
			email text not null unique,
			name text not null,
			role text not null check (role in ('owner', 'administrator', 'clerk')),
			password_hash text not null,
			created_at bigint not null,
			unique (merchant_id, id)
		)`.execute(database);
	await sql`
		create table client_credentials (
			id bigint generated always as identity primary key,
			merchant_id bigint not null references merchants,
			client_id text not null unique,
			secret_hash bytea not null,
			name text not null,
			channel text not null,
			scopes text[] not null,
			token_lifetime_seconds integer not null check (token_lifetime_seconds between 60 and 86400),
			created_by bigint,
			created_at bigint not null,
			revoked_at bigint,
			foreign key (merchant_id, created_by) references staff (merchant_id, id)
		)`.execute(database);
	await sql`
		create table partners (
			id bigint generated always as identity primary key,
			client_id text not null unique,
			secret_hash bytea not null,
			business_name text not null,
			redirect_uris text[] not null,
			created_at bigint not null
		)`.execute(database);
	await sql`
		create table revoked_tokens (
			token_id text primary key,
			expires_at bigint not null
		)`.execute(database);
}

/**
 * Writing an outcome changes no indexed column and finds room on its own page, so that PostgreSQL touches no index for
 * it. That is why what is pending stands in a table of its own, and why there is no foreign key to merchants: it
 * would lock the merchant's row for every charge, and merchants are never deleted.
 */
async function createTransactions(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table transactions (
			id bigint generated always as identity (start with 100001) primary key,
			transaction_id text not null unique,
			merchant_id bigint not null,
			type text not null check (type in ('sale', 'authorization', 'capture', 'refund')),
			processor text not null,
			status text not null check (status in ('PENDING', 'APPROVED', 'DECLINED')),
			amount_cents bigint not null check (amount_cents > 0),
			refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
			currency text not null,
			captured boolean not null,
			card_type text not null,
			card_suffix text not null,
			card_expiry text not null,
			channel text not null,
			user_id bigint,
			email text, first_name text, last_name text, company text, bcc_emails text, telephone text,
			address1 text, address2 text, city text, province text, country text, postal_code text, custom_id text,
			invoice_id text,
			sending_receipt boolean not null,
			test_mode boolean not null,
			message text,
			decline_class text check (decline_class in ('soft', 'hard', 'data')),
			processor_auth_code text,
			processor_transaction_id text,
			created_at bigint not null,
			decided_at bigint,
			check ((status = 'PENDING') = (decided_at is null))
		) with (fillfactor = 85)`.execute(database);
	await sql`
		create index transactions_by_merchant on transactions (merchant_id, created_at desc, id desc)`.execute(database);
	await sql`
		create table pending_charges (
			transaction_id text primary key,
			waits_until bigint not null,
			next_inquiry_at bigint not null
		)`.execute(database);
}

async function createOnceOnlyMarks(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table used_card_tokens (
			mark bytea primary key,
			expires_at bigint not null
		)`.execute(database);
	await sql`create index used_card_tokens_by_expiry on used_card_tokens (expires_at)`.execute(database);
	await sql`
		create table idempotency_keys (
			merchant_id bigint not null,
			route text not null,
			key text not null,
			fingerprint bytea not null,
			transaction_id text not null unique,
			response_status integer,
			response_body text,
			created_at bigint not null,
			primary key (merchant_id, route, key)
		)`.execute(database);
	await sql`create index idempotency_keys_by_age on idempotency_keys (created_at)`.execute(database);
}
