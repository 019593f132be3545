import type { Database } from "../../db/database.ts";
import type { EftTransaction } from "../tables.ts";
import { eftTypeOf } from "./eft-transaction.ts";
import { insertEftTransaction, type NewEftTransaction } from "./eft-transactions.store.ts";

/** Writes a transaction of a wallet down as PENDING, with the type that its kind has. */
export function beginEftTransaction(
	transaction: Database,
	row: Omit<NewEftTransaction, "type">,
): Promise<EftTransaction> {
	return insertEftTransaction(transaction, { ...row, type: eftTypeOf(row.kind) });
}
