import { type Kysely, sql } from "kysely";

/** The migrations that ran, each with the schema that it left. */
export async function createSchemaTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table applied_migrations (
			name text primary key,
			kind text not null check (kind in ('offline', 'online')),
			statements_hash text not null,
			gateway_version text not null,
			steps_done integer not null default 0,
			filled_through text,
			is_finished boolean not null default true,
			catalog text[] not null
		)`.execute(database);
}
