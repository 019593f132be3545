import type { InquiryRequest } from "@cardseal/vault";
import type { Transaction } from "../tables.ts";

export function inquiryOf(
	transaction: Transaction & { original_processor_transaction_id?: string | null },
): InquiryRequest {
	const { original_id: original, original_processor_transaction_id: originalId = null } = transaction;
	return {
		reference: transaction.transaction_id,
		operation: transaction.type,
		amountCents: transaction.amount_cents,
		currency: transaction.currency,
		requestedAt: transaction.created_at,
		processorTransactionId: transaction.processor_transaction_id,
		original: original === null ? null : { reference: original, processorTransactionId: originalId },
	};
}
