import type { Database } from "../db/database.ts";
import { isLookupId, parseNumericId } from "../ids.ts";
import { notFound } from "../problem.ts";
import type { Transaction } from "./tables.ts";
import { findTransaction } from "./transactions.store.ts";

/**
 * A merchant's transaction by its numeric id or its transaction_id.
 *
 * @throws Problem 404 for an id that does not exist, is malformed, or is another merchant's: all the same to see
 */
export async function getTransaction(database: Database, merchantId: number, id: string): Promise<Transaction> {
	const numericId = parseNumericId(id);
	const reference = numericId !== undefined ? { id: numericId } : isLookupId(id) ? { transactionId: id } : undefined;
	const transaction = reference && (await findTransaction(database, merchantId, reference));
	if (transaction === undefined) throw notFound("transaction");
	return transaction;
}
