import type { Database } from "../../db/database.ts";
import { isLookupId, parseNumericId } from "../../ids.ts";
import { notFound } from "../../problem.ts";
import type { EftTransaction } from "../tables.ts";
import { findEftTransaction } from "./eft-transactions.store.ts";

/**
 * A transaction of a merchant's wallet by its numeric id or its transaction_id.
 *
 * @throws Problem 404 for an id that does not exist, is malformed, or is another merchant's: all the same to see
 */
export async function getEftTransaction(database: Database, merchantId: number, id: string): Promise<EftTransaction> {
	const numericId = parseNumericId(id);
	const reference = numericId !== undefined ? { id: numericId } : isLookupId(id) ? { transactionId: id } : undefined;
	const transaction = reference && (await findEftTransaction(database, merchantId, reference));
	if (transaction === undefined) throw notFound("transaction");
	return transaction;
}
