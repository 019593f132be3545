import { type Kysely, sql } from "kysely";

/** Tables that a later migration drops, and how far payments have no personal data. */
export async function createRetentionTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table retention_checkpoints (
			running_ms bigint primary key,
			observed_at bigint not null
		)`.execute(database);
	await sql`
		create table retention_stop (
			is_only boolean primary key default true check (is_only),
			stopped_at bigint not null,
			reason text not null
		)`.execute(database);
	await sql`
		create table erased_payments (
			table_name text primary key check (table_name in ('transactions', 'eft_transactions')),
			through_id bigint not null
		)`.execute(database);
}
