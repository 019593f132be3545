import type { Database } from "@cardseal/platform/db";
import type { Original } from "../original.store.ts";
import type { Transaction } from "../tables.ts";

/** Returns the status of the original's refund with the processor's id. */
export async function findRefund(
	transaction: Database,
	{ merchant_id: merchantId, transaction_id: originalId }: Original,
	processorTransactionId: string,
): Promise<Transaction["status"] | undefined> {
	const found = await transaction
		.selectFrom("transactions")
		.select("status")
		.where("merchant_id", "=", merchantId)
		.where("original_id", "=", originalId)
		.where("type", "=", "refund")
		.where("processor_transaction_id", "=", processorTransactionId)
		.executeTakeFirst();
	return found?.status;
}
