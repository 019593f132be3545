import type { Database } from "@cardseal/platform/db";
import { mailSenderColumns } from "@cardseal/platform/mail";
import { sql } from "kysely";
import type { Receipt } from "./receipt.ts";

/** The part of the tables of subscriptions, which stand above payments, that receipts read. */
type RenewalTables = {
	renewal_attempts: { transaction_id: string; subscription_id: number };
	subscriptions: { id: number; description: string | null };
};

/** Reads the merchant's setting now: switching receipts off also stops queued ones. */
export function findWantedReceipts(database: Database, transactionIds: string[]): Promise<Receipt[]> {
	return database
		.withTables<RenewalTables>()
		.selectFrom("transactions")
		.innerJoin("merchants", "merchants.id", "transactions.merchant_id")
		.leftJoin("renewal_attempts", "renewal_attempts.transaction_id", "transactions.transaction_id")
		.leftJoin("subscriptions", "subscriptions.id", "renewal_attempts.subscription_id")
		.select([
			"transactions.transaction_id",
			"type",
			"transactions.amount_cents",
			"transactions.currency",
			"card_type",
			"card_suffix",
			"transactions.email",
			"transactions.bcc_emails",
			"subscriptions.description",
			"first_name",
			"last_name",
			"invoice_id",
			"test_mode",
			"transactions.created_at",
			"transactions.language",
			"transactions.country",
			"transactions.province",
		])
		.select(mailSenderColumns)
		.where("transactions.transaction_id", "=", sql<string>`any(${transactionIds}::text[])`)
		.where("sends_receipts", "=", true)
		.orderBy("transactions.id")
		.execute();
}

export async function sendsReceipts(database: Database, merchantId: number): Promise<boolean> {
	const { sends_receipts: isOn } = await database
		.selectFrom("merchants")
		.select("sends_receipts")
		.where("id", "=", merchantId)
		.executeTakeFirstOrThrow();
	return isOn;
}
