import { type Kysely, sql } from "kysely";

/**
 * The index of metadata. A row of it is found by key and value, and has the list's order. The triggers fire only for rows with
 * metadata: others cost nothing.
 */
export async function createMetadataIndex(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table metadata_entries (
			merchant_id bigint not null,
			subject text not null check (subject in ('transactions', 'customers')),
			key text not null,
			value text not null,
			created_at bigint not null,
			id bigint not null,
			primary key (merchant_id, subject, key, value, created_at, id)
		)`.execute(database);
	await sql`
		create function index_metadata() returns trigger language plpgsql as $$
		begin
			if tg_op = 'UPDATE' then
				delete from metadata_entries using jsonb_each_text(old.metadata) as before
				where metadata_entries.merchant_id = old.merchant_id and subject = tg_table_name
					and metadata_entries.key = before.key and metadata_entries.value = lower(before.value)
					and created_at = old.created_at and id = old.id;
			end if;
			insert into metadata_entries (merchant_id, subject, key, value, created_at, id)
			select new.merchant_id, tg_table_name, given.key, lower(given.value), new.created_at, new.id
			from jsonb_each_text(new.metadata) as given;
			return null;
		end $$`.execute(database);
	for (const table of ["transactions", "customers"]) {
		await sql`
			create trigger metadata_added after insert on ${sql.table(table)}
				for each row when (new.metadata is not null) execute function index_metadata()`.execute(database);
	}
	// An outcome does not name the column, so it does not fire this one.
	for (const table of ["transactions", "customers"]) {
		await sql`
			create trigger metadata_changed after update of metadata on ${sql.table(table)}
				for each row when (old.metadata is distinct from new.metadata) execute function index_metadata()`.execute(
			database,
		);
	}
}
