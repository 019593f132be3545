import { type Kysely, sql } from "kysely";

/** The id of the installation, which every copy of the database has, and the restores: one at most is open. */
export async function createRestoreTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table installation (
			only_row boolean primary key default true check (only_row),
			installation_id uuid not null
		)`.execute(database);
	await sql`insert into installation (installation_id) values (gen_random_uuid())`.execute(database);
	await sql`
		create table restores (
			id bigint generated always as identity primary key,
			noticed_at bigint not null,
			window_from bigint not null,
			missing jsonb not null,
			lost_heads jsonb not null default '[]',
			kept_file_numbers jsonb not null,
			file_numbers jsonb not null default '{}',
			reconciled_at bigint,
			open_items jsonb not null default '[]',
			finished_at bigint,
			mac bytea,
			check ((finished_at is null) = (mac is null))
		)`.execute(database);
	await sql`create unique index restores_open on restores ((true)) where finished_at is null`.execute(database);
	await sql`
		create table reconciled_transactions (
			merchant_id bigint not null,
			transaction_id text not null,
			restore_id bigint not null references restores,
			reconciled_at bigint not null,
			primary key (merchant_id, transaction_id)
		)`.execute(database);
}
