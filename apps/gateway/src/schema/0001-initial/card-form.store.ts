import { type Kysely, sql } from "kysely";

/** The origins on which a merchant may show its card form, and the form's sessions. */
export async function createCardFormTables(database: Kysely<unknown>): Promise<void> {
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
			language text,
			created_at bigint not null,
			expires_at bigint not null
		)`.execute(database);
	await sql`create index widget_sessions_by_expiry on widget_sessions (expires_at)`.execute(database);
	await sql`create index on widget_sessions (client_network, created_at)`.execute(database);
}
