import { type Kysely, sql } from "kysely";

/** How far the sandbox's business time is ahead of real time: one row once it was moved, none before. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table sandbox_clock (
			is_only boolean primary key default true check (is_only),
			ahead_ms bigint not null check (ahead_ms >= 0)
		)`.execute(database);
}
