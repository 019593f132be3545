import { type Kysely, sql } from "kysely";

/** What the merchant's web application shows beyond what the API does. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`alter table client_credentials add column last_used_at bigint`.execute(database);
	// The life of a payment: what captured, refunded or voided it. Sales are not in it, and pay nothing for it.
	await sql`
		create index transactions_by_original on transactions (original_id) where original_id is not null`.execute(
		database,
	);
}
