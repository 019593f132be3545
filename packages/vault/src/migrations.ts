import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The vault's tables. Schemas of their own keep them apart from the gateway's, by name alone: one database role has both.
 */
export const vaultMigrations: Record<string, Migration> = {
	"0001_vault_keys_and_demo_processor": {
		async up(database: Kysely<unknown>): Promise<void> {
			await sql`create schema vault`.execute(database);
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
					created_at bigint not null,
					retired_at bigint,
					check ((status = 'destroyed') = (wrapped_secret is null))
				)`.execute(database);
			await sql`
				create unique index one_current_key_per_purpose_and_merchant
					on vault.keys (purpose, merchant_id) where status = 'current'`.execute(database);

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
					message text not null,
					auth_code text,
					received_at bigint not null
				)`.execute(database);
		},
	},
	"0004_stored_cards": {
		async up(database: Kysely<unknown>): Promise<void> {
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
			await sql`create index stored_cards_by_key on vault.stored_cards (key_id)`.execute(database);
		},
	},
	"0006_demo_processor_follow_ups": {
		async up(database: Kysely<unknown>): Promise<void> {
			await sql`alter table demo_processor.journal add column original text`.execute(database);
			await sql`
				create index journal_by_original on demo_processor.journal (original) where original is not null`.execute(
				database,
			);
		},
	},
	"0008_key_rotation": {
		async up(database: Kysely<unknown>): Promise<void> {
			await sql`
				create table vault.master_key (
					only_row boolean primary key default true check (only_row),
					master_key_id text not null,
					since bigint not null
				)`.execute(database);
			await sql`
				insert into vault.master_key (master_key_id, since)
				select master_key_id, min(created_at) from vault.keys where status <> 'destroyed' group by 1 limit 1`.execute(
				database,
			);
			await sql`
				alter table vault.keys
					add column status_bound boolean not null default false,
					add column replace_since bigint`.execute(database);
			// Ordered by card, so that re-encryption walks through a key's cards without looking at any of them twice.
			await sql`drop index vault.stored_cards_by_key`.execute(database);
			await sql`create index stored_cards_by_key on vault.stored_cards (key_id, card_id)`.execute(database);
		},
	},
	"0019_demo_processor_decline_codes": {
		async up(database: Kysely<unknown>): Promise<void> {
			await sql`alter table demo_processor.journal add column decline_code text`.execute(database);
		},
	},
	"0025_demo_processor_advice": {
		async up(database: Kysely<unknown>): Promise<void> {
			await sql`alter table demo_processor.journal add column advice_code text`.execute(database);
		},
	},
	"0031_bank_accounts": {
		async up(database: Kysely<unknown>): Promise<void> {
			await sql`
				create table vault.bank_accounts (
					account_id text primary key,
					merchant_id bigint not null,
					key_id text not null references vault.keys,
					encrypted_account bytea not null,
					stored_at bigint not null
				)`.execute(database);
			// Ordered by account, so that re-encryption walks through a key's accounts without looking at any of them twice.
			await sql`create index bank_accounts_by_key on vault.bank_accounts (key_id, account_id)`.execute(database);
		},
	},
};
