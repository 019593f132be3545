import { type Kysely, sql } from "kysely";

/** Running time, by which retention judges ages, and a stop of retention. */
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
}
