import type { Database } from "@cardseal/platform/db";

/** What a network would have told the bank: the name of a charge's merchant. */
export async function findMerchantName(database: Database, transactionId: string): Promise<string | undefined> {
	const merchant = await database
		.selectFrom("transactions")
		.innerJoin("merchants", "merchants.id", "transactions.merchant_id")
		.select("merchants.name")
		.where("transactions.transaction_id", "=", transactionId)
		.executeTakeFirst();
	return merchant?.name;
}
