import { type Kysely, sql } from "kysely";

/** Why a transaction was declined, in a word that programs can read. What was declined before stays without one. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`alter table transactions add column decline_code text`.execute(database);
}
