import { type Kysely, sql } from "kysely";

/**
 * Marks of used card tokens in the order of time: a key in the order of hashes alone touches another page of its index for
 * each token. Few tokens carry a session, and the others need not stand in the index of sessions.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`
		alter table used_card_tokens
			drop constraint used_card_tokens_pkey,
			drop constraint one_token_per_session,
			add primary key (expires_at, mark)`.execute(database);
	await sql`drop index used_card_tokens_by_expiry`.execute(database);
	await sql`
		create unique index one_token_per_session on used_card_tokens (session_id)
		where session_id is not null`.execute(database);
}
