import { type Kysely, sql } from "kysely";

/** Where a merchant's card form may stand, the form's sessions, and what lets each of them give one token. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table widget_origins (
			merchant_id bigint not null references merchants,
			origin text not null,
			created_at bigint not null,
			primary key (merchant_id, origin)
		)`.execute(database);
	await sql`
		create table widget_sessions (
			id bytea primary key check (octet_length(id) = 16),
			merchant_id bigint not null,
			origin text not null,
			client_network text not null,
			created_at bigint not null,
			expires_at bigint not null
		)`.execute(database);
	await sql`create index widget_sessions_by_expiry on widget_sessions (expires_at)`.execute(database);
	// Empty for tokens that a page made by itself; PostgreSQL takes any number of those for different ones.
	await sql`
		alter table used_card_tokens
			add column session_id bytea,
			add constraint one_token_per_session unique (session_id)`.execute(database);
}
