import type { Database } from "@cardseal/platform/db";
import { sql } from "kysely";
import type { Transaction } from "../tables.ts";

/**
 * Lists a payment's transactions, oldest first.
 *
 * @param transactionId the id of any of them
 */
export async function listHistory(
	database: Database,
	merchantId: number,
	transactionId: string,
): Promise<Transaction[]> {
	const { rows } = await sql<Transaction>`
		with recursive above as (
			select transaction_id, original_id from transactions
			where merchant_id = ${merchantId} and transaction_id = ${transactionId}
			union all
			select original.transaction_id, original.original_id
			from transactions as original join above on above.original_id = original.transaction_id
		), history as (
			select transactions.* from transactions join above using (transaction_id) where above.original_id is null
			union all
			select follower.*
			from transactions as follower join history on history.transaction_id = follower.original_id
		)
		select * from history order by created_at, id`.execute(database);
	return rows;
}
