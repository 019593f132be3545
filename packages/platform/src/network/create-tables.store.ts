import { type Kysely, sql } from "kysely";

/** Events of clients in windows. Unlogged, because a count needs no flush; after a crash, windows begin again. */
export async function createNetworkTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create unlogged table client_counts (
			limit_name text not null,
			key text not null,
			count integer not null,
			ends_at bigint not null,
			primary key (limit_name, key)
		)`.execute(database);
}
