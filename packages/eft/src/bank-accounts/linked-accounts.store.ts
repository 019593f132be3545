import type { Database } from "@cardseal/platform/db";
import type { LinkedAccount } from "../tables.ts";

export function findLinkedAccount(database: Database, merchantId: number): Promise<LinkedAccount | undefined> {
	return ofMerchant(database, merchantId).executeTakeFirst();
}

/** A simultaneous removal sees the withdrawal. */
export function lockLinkedAccount(transaction: Database, merchantId: number): Promise<LinkedAccount | undefined> {
	return ofMerchant(transaction, merchantId).forShare().executeTakeFirst();
}

function ofMerchant(database: Database, merchantId: number) {
	return database.selectFrom("eft_linked_accounts").selectAll().where("merchant_id", "=", merchantId);
}

/** Serialises linking and removing per merchant. */
export async function lockLinking(transaction: Database, merchantId: number): Promise<void> {
	await transaction.selectFrom("merchants").select("id").where("id", "=", merchantId).forNoKeyUpdate().execute();
}

export async function insertLinkedAccount(transaction: Database, account: LinkedAccount): Promise<void> {
	await transaction
		.insertInto("eft_linked_accounts")
		.values({ ...account, warnings: JSON.stringify(account.warnings) })
		.execute();
}

export function deleteLinkedAccount(transaction: Database, merchantId: number): Promise<LinkedAccount | undefined> {
	return transaction
		.deleteFrom("eft_linked_accounts")
		.where("merchant_id", "=", merchantId)
		.returningAll()
		.executeTakeFirst();
}

export async function isUsedByTransactions(
	transaction: Database,
	{ merchant_id, bank_account_id }: Pick<LinkedAccount, "merchant_id" | "bank_account_id">,
): Promise<boolean> {
	const used = await transaction
		.selectFrom("eft_transactions")
		.select("id")
		.where("merchant_id", "=", merchant_id)
		.where("bank_account_id", "=", bank_account_id)
		.limit(1)
		.executeTakeFirst();
	return used !== undefined;
}
