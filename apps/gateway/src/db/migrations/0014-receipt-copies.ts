import { type Kysely, sql } from "kysely";

/** Blind copies beyond their address's limit are left out of a receipt, also when it is tried again. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`alter table receipt_outbox add column copies_left_out integer[] not null default '{}'`.execute(database);
}
