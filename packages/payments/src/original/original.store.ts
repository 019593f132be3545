import type { Merchant } from "@cardseal/merchants";
import { type Database, endOfDay } from "@cardseal/platform/db";
import type { Modification } from "@cardseal/vault";
import { sql } from "kysely";
import type { Transaction } from "../tables.ts";

export interface Original extends Transaction {
	/** The end of the merchant's day, ms since 1970: the last time for a void. */
	settlesAt: number;
}

export async function lockOriginal(
	transaction: Database,
	merchant: Merchant,
	originalTransactionId: string,
): Promise<Original> {
	return originalOf(
		await selectOriginal(transaction, merchant, originalTransactionId).forUpdate().executeTakeFirstOrThrow(),
	);
}

/** Reads an original without a lock. */
export async function getOriginal(
	database: Database,
	merchant: Merchant,
	originalTransactionId: string,
): Promise<Original> {
	return originalOf(await selectOriginal(database, merchant, originalTransactionId).executeTakeFirstOrThrow());
}

function selectOriginal(database: Database, merchant: Merchant, originalTransactionId: string) {
	return database
		.selectFrom("transactions")
		.selectAll()
		.select(endOfDay(sql.ref("created_at"), sql`${merchant.timeZone}::text`).as("settles_at"))
		.where("merchant_id", "=", merchant.id)
		.where("transaction_id", "=", originalTransactionId);
}

function originalOf({ settles_at: settlesAt, ...original }: Transaction & { settles_at: number }): Original {
	return { ...original, settlesAt };
}

export async function findModification(
	transaction: Database,
	{ merchant_id: merchantId, transaction_id: originalId }: Original,
	type: Modification,
	processorTransactionId: string,
): Promise<Transaction["status"] | undefined> {
	const found = await transaction
		.selectFrom("transactions")
		.select("status")
		.where("merchant_id", "=", merchantId)
		.where("original_id", "=", originalId)
		.where("type", "=", type)
		.where("processor_transaction_id", "=", processorTransactionId)
		.executeTakeFirst();
	return found?.status;
}
