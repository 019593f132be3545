import type { Database } from "@cardseal/platform/db";
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
	return database
		.withRecursive("above", (query) =>
			query
				.selectFrom("transactions")
				.select(["transaction_id", "original_id"])
				.where("merchant_id", "=", merchantId)
				.where("transaction_id", "=", transactionId)
				.unionAll(
					query
						.selectFrom("transactions as original")
						.innerJoin("above", "above.original_id", "original.transaction_id")
						.select(["original.transaction_id", "original.original_id"]),
				),
		)
		.withRecursive("history", (query) =>
			query
				.selectFrom("transactions")
				.innerJoin("above", "above.transaction_id", "transactions.transaction_id")
				.where("above.original_id", "is", null)
				.selectAll("transactions")
				.unionAll(
					query
						.selectFrom("transactions as follower")
						.innerJoin("history", "history.transaction_id", "follower.original_id")
						.selectAll("follower"),
				),
		)
		.selectFrom("history")
		.selectAll()
		.orderBy("created_at")
		.orderBy("id")
		.execute();
}
