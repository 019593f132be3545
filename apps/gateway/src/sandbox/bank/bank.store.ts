import type { Database } from "@cardseal/platform/db";

/** What a network would have told the bank. */
export async function findMerchantOf(
	database: Database,
	transactionId: string,
): Promise<{ id: number; name: string } | undefined> {
	return database
		.selectFrom("transactions")
		.innerJoin("merchants", "merchants.id", "transactions.merchant_id")
		.select(["merchants.id", "merchants.name"])
		.where("transactions.transaction_id", "=", transactionId)
		.executeTakeFirst();
}
