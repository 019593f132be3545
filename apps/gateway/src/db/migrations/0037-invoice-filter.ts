import { type Kysely, sql } from "kysely";

/** What a merchant finds a sale by that has their own number of the order; see `0013-reporting.ts`. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`
		create index transactions_by_invoice on transactions (merchant_id, lower(invoice_id), created_at desc, id desc)
			where invoice_id is not null`.execute(database);
}
