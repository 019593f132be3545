import type { Database } from "@cardseal/platform/db";
import { sql } from "kysely";

/** Lists the currencies of a merchant's plans and current subscriptions for which it has no account at a processor, sorted. */
export async function listCurrenciesWithoutAccount(database: Database, merchantId: number): Promise<string[]> {
	const { rows } = await sql<{ currency: string }>`
		select currency from plans where merchant_id = ${merchantId} and deleted_at is null
		union
		select currency from subscriptions
		where merchant_id = ${merchantId} and status in ('ACTIVE', 'RETRY', 'SUSPENDED', 'PAUSED')
		except
		select currency from processor_accounts where merchant_id = ${merchantId} and removed_at is null
		order by currency`.execute(database);
	return rows.map(({ currency }) => currency);
}
