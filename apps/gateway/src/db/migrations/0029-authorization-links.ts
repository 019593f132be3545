import { type Kysely, sql } from "kysely";

/** What partners' links ask for, while somebody signs in to answer it. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table oauth_links (
			ticket_hash bytea primary key,
			query text not null,
			expires_at bigint not null
		)`.execute(database);
	await sql`create index oauth_links_by_expiry on oauth_links (expires_at)`.execute(database);
}
