import { type Kysely, sql } from "kysely";

/** The migrations that ran, each with the schema that it left. */
export async function createSchemaTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table applied_migrations (
			name text primary key,
			statements_hash text not null,
			gateway_version text not null,
			catalog text[] not null
		)`.execute(database);
}
