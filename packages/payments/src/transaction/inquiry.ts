import { withinTime } from "@cardseal/platform";
import type { InquiryRequest } from "@cardseal/vault";
import type { Payments } from "../payments.ts";
import type { Transaction } from "../tables.ts";

const maximumInquiryMs = 30_000;
const processorTimeouts = 3;

/** A lease longer than an inquiry may take. */
export const claimMs = 35_000;

/** An inquiry that failed for so long will not succeed: the operator may look. */
export const givenUpAfterMs = 24 * 60 * 60 * 1000;

/** Some processors list hundreds of payments to find one. A short limit of charges makes this one shorter too. */
export function withinInquiry<Answer>(
	{ processorTimeoutMs }: Pick<Payments, "processorTimeoutMs">,
	asked: Promise<Answer>,
): Promise<Answer | undefined> {
	return withinTime(Math.min(maximumInquiryMs, processorTimeouts * processorTimeoutMs), asked);
}

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
