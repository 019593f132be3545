import { type Kysely, sql } from "kysely";

/** Merchants may take card tokens from the hosted form alone. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`alter table merchants add column hosted_form_only boolean not null default false`.execute(database);
}
