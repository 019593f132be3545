import type { Database } from "../../db/database.ts";
import type { LinkedAccount } from "../tables.ts";

/**
 * The bank account that a merchant's deposits go to. Within a transaction it stays linked until that ends, so that what
 * refers to it is seen by whoever removes it.
 */
export function findLinkedAccount(database: Database, merchantId: number): Promise<LinkedAccount | undefined> {
	return database
		.selectFrom("eft_linked_accounts")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.$if(database.isTransaction, (query) => query.forShare())
		.executeTakeFirst();
}

/** Nobody else links an account of the merchant, or removes one, until the transaction ends. */
export async function lockLinking(transaction: Database, merchantId: number): Promise<void> {
	await transaction.selectFrom("merchants").select("id").where("id", "=", merchantId).forNoKeyUpdate().execute();
}

/** Links an account where none is linked. */
export async function insertLinkedAccount(transaction: Database, account: LinkedAccount): Promise<void> {
	await transaction
		.insertInto("eft_linked_accounts")
		.values({ ...account, warnings: JSON.stringify(account.warnings) })
		.execute();
}

/** @returns the account that was linked */
export function deleteLinkedAccount(transaction: Database, merchantId: number): Promise<LinkedAccount | undefined> {
	return transaction
		.deleteFrom("eft_linked_accounts")
		.where("merchant_id", "=", merchantId)
		.returningAll()
		.executeTakeFirst();
}

/** Whether a merchant's money goes, or went, to its bank account: then the rail may still need it. */
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
