import { type Kysely, sql } from "kysely";

/** Refresh tokens that nobody used before they expired are forgotten, too: by this index, not by reading all. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`
		create index refresh_tokens_by_expiry on refresh_tokens (expires_at)
		where expires_at is not null`.execute(database);
}
