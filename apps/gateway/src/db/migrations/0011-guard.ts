import { type Kysely, sql } from "kysely";

/** What the card-testing guard counts, how each merchant wants it, and why it declined a transaction. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`
		alter table merchants
			add column guard_on boolean,
			add column guard_limits jsonb not null default '{}'`.execute(database);
	await sql`
		alter table transactions
			add column is_guarded boolean not null default false,
			add column guard_reason text`.execute(database);
	// Only the result changes and no index has it, so that PostgreSQL writes a new version of the row on the same page.
	await sql`
		create table card_testing_attempts (
			reference text primary key,
			merchant_id bigint not null,
			card bytea not null,
			bin bytea not null,
			address bytea,
			customer bytea,
			email bytea,
			is_small boolean not null,
			result text not null check (result in ('open', 'approved', 'failed')),
			at bigint not null,
			expires_at bigint not null
		) with (fillfactor = 80)`.execute(database);
	for (const column of ["card", "bin", "merchant_id", "expires_at"]) {
		await sql`create index on card_testing_attempts (${sql.id(column)}, at)`.execute(database);
	}
	for (const column of ["address", "customer", "email"]) {
		const name = sql.id(column);
		await sql`create index on card_testing_attempts (${name}, at) where ${name} is not null`.execute(database);
	}
	await sql`
		create table card_testing_freezes (
			bin bytea primary key,
			merchant_id bigint not null,
			frozen_until bigint not null
		)`.execute(database);
	await sql`create index on widget_sessions (client_network, created_at)`.execute(database);
}
