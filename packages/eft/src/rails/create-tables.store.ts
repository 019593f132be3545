import { type Kysely, sql } from "kysely";

/** Bank files: payments that wait for a file, files sent, and imported files of returns. */
export async function createBankFileTables(database: Kysely<unknown>): Promise<void> {
	await createFileTables(database);
	await createPaymentTables(database);
	await createImportTables(database);
}

async function createFileTables(database: Kysely<unknown>): Promise<void> {
	await sql`create schema aft`.execute(database);
	await sql`
		create table aft.originators (
			originator_id text primary key,
			last_file_creation_number integer not null check (last_file_creation_number between 0 and 9999)
		)`.execute(database);
	await sql`
		create table aft.files (
			id bigint generated always as identity primary key,
			originator_id text not null references aft.originators,
			file_creation_number integer not null check (file_creation_number between 1 and 9999),
			direction text not null check (direction in ('credit', 'debit')),
			profile text not null,
			data_centre text not null,
			creation_date text not null,
			value_date text not null,
			return_account text not null,
			sha256 bytea not null,
			payments integer not null check (payments > 0),
			amount_cents bigint not null check (amount_cents > 0),
			numbered_at bigint not null,
			written_at bigint
		)`.execute(database);
	await sql`create index aft_files_to_write on aft.files (id) where written_at is null`.execute(database);
}

async function createPaymentTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table aft.payments (
			id bigint generated always as identity primary key,
			reference text not null unique,
			cross_reference text not null unique,
			merchant_id bigint not null references merchants,
			direction text not null check (direction in ('credit', 'debit')),
			amount_cents bigint not null check (amount_cents > 0),
			bank_account_id text not null,
			party_name text not null,
			transaction_code text not null,
			submitted_at bigint not null,
			originator_name text,
			file_id bigint references aft.files,
			is_refused boolean not null default false,
			check ((file_id is null) = (originator_name is null)),
			check (file_id is null or not is_refused)
		)`.execute(database);
	await sql`create index aft_payments_by_file on aft.payments (file_id, id)`.execute(database);
	await sql`
		create index aft_payments_waiting on aft.payments (direction, id)
			where file_id is null and not is_refused`.execute(database);
	await sql`
		create table aft.outcomes (
			reference text not null references aft.payments (reference),
			result text not null check (result in ('settled', 'returned')),
			return_code text,
			due_at bigint not null,
			acknowledged boolean not null default false,
			primary key (reference, result),
			check ((result = 'returned') = (return_code is not null))
		)`.execute(database);
	await sql`
		create index aft_outcomes_to_come on aft.outcomes (due_at, reference, result) where not acknowledged`.execute(
		database,
	);
}

async function createImportTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table aft.imports (
			id bigint generated always as identity primary key,
			sha256 bytea not null unique,
			originator_id text not null,
			file_creation_number integer not null,
			creation_date text not null,
			items integer not null,
			returned integer not null,
			imported_at bigint not null
		)`.execute(database);
}
