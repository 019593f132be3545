import { type Kysely, sql } from "kysely";

/** The offset of the sandbox's business time from real time: at most one row. */
export async function createSandboxTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table sandbox_clock (
			is_only boolean primary key default true check (is_only),
			ahead_ms bigint not null check (ahead_ms >= 0)
		)`.execute(database);
}
