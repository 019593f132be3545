import { type PaymentResponse, responseOf } from "../payment-response.ts";
import type { Payments } from "../payments.ts";
import type { Transaction } from "../tables.ts";
import { recordOf } from "../transaction/transaction-record.ts";
import { emitPending } from "./pending.store.ts";

/**
 * Returns the response about a transaction as it is, and writes the event of one that is PENDING. Never throws: recovery writes
 * an event that is missing.
 */
export async function responseWithEvent(
	{ database, clocks, log }: Pick<Payments, "database" | "clocks" | "log">,
	transaction: Transaction,
): Promise<PaymentResponse> {
	const { status, transaction_id: transactionId } = transaction;
	if (status === "PENDING") {
		try {
			await emitPending(database, recordOf(transaction), clocks.business.now());
		} catch (error) {
			log.error({ transaction_id: transactionId, err: error }, "could not write the event of a pending transaction");
		}
	}
	return responseOf(transaction);
}
