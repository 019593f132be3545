import type { Database } from "../db/database.ts";
import type { Transaction } from "./tables.ts";

/** Finds a merchant's transaction by either of its ids. */
export async function findTransaction(
	database: Database,
	merchantId: number,
	id: { id: number } | { transactionId: string },
): Promise<Transaction | undefined> {
	const query = database.selectFrom("transactions").selectAll().where("merchant_id", "=", merchantId);
	const byId = "id" in id ? query.where("id", "=", id.id) : query.where("transaction_id", "=", id.transactionId);
	return byId.executeTakeFirst();
}
