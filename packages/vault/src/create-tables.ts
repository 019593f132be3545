import { type Kysely, sql } from "kysely";
import { requestedAt } from "./processors/request-journal.ts";

/** One database role owns these and the gateway's tables. */
export async function createVaultTables(database: Kysely<unknown>): Promise<void> {
	await sql`create schema vault`.execute(database);
	await createKeys(database);
	await createStoredNumbers(database);
	await createProcessorRequests(database);
	await createDemoProcessor(database);
}

async function createKeys(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table vault.keys (
			key_id text primary key,
			purpose text not null,
			merchant_id bigint not null,
			environment text not null check (environment in ('test', 'live', 'none')),
			public_key bytea,
			wrapped_secret bytea,
			master_key_id text not null,
			status text not null check (status in ('current', 'retired', 'destroyed')),
			status_bound boolean not null default false,
			created_at bigint not null,
			retired_at bigint,
			replace_since bigint,
			check ((status = 'destroyed') = (wrapped_secret is null))
		)`.execute(database);
	await sql`
		create unique index one_current_key_per_purpose_and_merchant
			on vault.keys (purpose, merchant_id) where status = 'current'`.execute(database);
	await sql`
		create table vault.master_key (
			only_row boolean primary key default true check (only_row),
			master_key_id text not null,
			since bigint not null
		)`.execute(database);
}

/** Ordered by key, so that re-encryption reads each row once. */
async function createStoredNumbers(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table vault.stored_cards (
			card_id text primary key,
			merchant_id bigint not null,
			customer_id bigint not null,
			key_id text not null references vault.keys,
			encrypted_number bytea not null,
			fingerprint bytea not null,
			stored_at bigint not null,
			unique (merchant_id, customer_id, fingerprint)
		)`.execute(database);
	await sql`create index stored_cards_by_key on vault.stored_cards (key_id, card_id)`.execute(database);
	await sql`
		create table vault.bank_accounts (
			account_id text primary key,
			merchant_id bigint not null,
			key_id text not null references vault.keys,
			encrypted_account bytea not null,
			stored_at bigint not null
		)`.execute(database);
	await sql`create index bank_accounts_by_key on vault.bank_accounts (key_id, account_id)`.execute(database);
	await sql`
		create table vault.processor_accounts (
			account_id text primary key,
			merchant_id bigint not null,
			key_id text not null references vault.keys,
			encrypted_secrets bytea not null,
			stored_at bigint not null
		)`.execute(database);
	await sql`create index processor_accounts_by_key on vault.processor_accounts (key_id, account_id)`.execute(database);
}

async function createProcessorRequests(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table vault.processor_requests (
			reference text primary key,
			submitted_at bigint,
			tombstone_at bigint,
			check (submitted_at is not null or tombstone_at is not null)
		)`.execute(database);
	await sql`
		create index processor_requests_at on vault.processor_requests using brin ((${sql.raw(requestedAt)}))`.execute(
		database,
	);
}

async function createDemoProcessor(database: Kysely<unknown>): Promise<void> {
	await sql`create schema demo_processor`.execute(database);
	await sql`
		create table demo_processor.journal (
			reference text primary key,
			position bigint generated always as identity,
			operation text not null,
			amount_cents bigint not null,
			currency text not null,
			result text not null check (result in ('approved', 'declined', 'not_received')),
			decline_class text check (decline_class in ('soft', 'hard', 'data')),
			decline_code text,
			advice_code text,
			message text not null,
			auth_code text,
			avs_result text,
			cvv_result text,
			original text,
			received_at bigint not null
		)`.execute(database);
	await sql`
		create index journal_by_original on demo_processor.journal (original) where original is not null`.execute(database);
}
