import type { ProcessorAccount } from "@cardseal/merchants/gateway";
import type { Database } from "@cardseal/platform/db";

export type AccountToAsk = Pick<ProcessorAccount, "account_id" | "merchant_id" | "processor" | "currency">;

/** Removed accounts have charges too. */
export function listAccountsToAsk(database: Database): Promise<AccountToAsk[]> {
	return database
		.selectFrom("processor_accounts")
		.innerJoin("merchants", "merchants.id", "processor_accounts.merchant_id")
		.select(["account_id", "processor_accounts.merchant_id", "processor", "currency"])
		.where("merchants.mode", "=", "live")
		.orderBy("processor_accounts.merchant_id")
		.orderBy("account_id")
		.execute();
}

export async function listPending(database: Database): Promise<ReadonlySet<string>> {
	const rows = await database.selectFrom("pending_transactions").select("transaction_id").execute();
	return new Set(rows.map((row) => row.transaction_id));
}

/** Returns `false` if it was noted before. */
export async function noteReconciledTransaction(
	transaction: Database,
	row: { merchant_id: number; transaction_id: string; restore_id: number; reconciled_at: number },
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto("reconciled_transactions")
		.values(row)
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}
