import type { Database } from "../db/database.ts";
import type { EftTransaction } from "../db/schema.ts";

/** A transaction of a wallet as it begins. */
export type NewEftTransaction = Omit<
	EftTransaction,
	"id" | "result" | "message" | "return_code" | "submitted_at" | "settled_at" | "returned_at"
>;

/** Writes a transaction down as PENDING. */
export async function insertEftTransaction(transaction: Database, row: NewEftTransaction): Promise<EftTransaction> {
	return transaction
		.insertInto("eft_transactions")
		.values({ ...row, result: "PENDING" })
		.returningAll()
		.executeTakeFirstOrThrow();
}
