import { type Kysely, sql } from "kysely";

/** Attempts that card-testing protection counts, and frozen ranges of card numbers. */
export async function createCardTestingTables(database: Kysely<unknown>): Promise<void> {
	// Only the result changes and no index contains it, so PostgreSQL writes the new row version to the same page.
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
}
