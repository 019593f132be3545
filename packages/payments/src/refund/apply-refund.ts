import { findMerchant } from "@cardseal/merchants";
import { type Clocks, newLookupId } from "@cardseal/platform";
import { recordEvent, system } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { type RefundEvent, refundStates } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import { findModification, lockOriginal, type Original } from "../original/original.store.ts";
import type { FeedKey } from "../processor-events/feed.ts";
import { type Applied, isOfFeed } from "../processor-events/processor-events.store.ts";
import { reportedCents, reportedCurrency, reportedId, reportedTime } from "../processor-events/reported.ts";
import { isDeclinedByRule } from "../reversals/rejection.ts";
import { unanswered, writeModificationOutcome } from "../submission/outcomes.store.ts";
import { insertPending } from "../submission/pending.store.ts";
import { planModification } from "../transaction/new-transaction.ts";
import { reserveOnOriginal } from "../transaction/reservations.store.ts";
import { findTransaction } from "../transaction/transactions.store.ts";
import { leftOf } from "./refund.ts";

export const refundEventSchema = z.object({
	id: reportedId,
	kind: z.literal("refund"),
	processorTransactionId: reportedId,
	originalReference: reportedId,
	amountCents: reportedCents.min(0),
	currency: reportedCurrency,
	state: z.enum(refundStates),
	happenedAt: reportedTime,
});

/**
 * Records a refund that was made at the processor, such as in its dashboard, as a transaction of ours with its event. A
 * repeated processor event changes nothing.
 */
export async function applyRefund(
	transaction: Database,
	clocks: Clocks,
	feed: FeedKey,
	processorEvent: RefundEvent,
): Promise<Applied> {
	const charge = await findTransaction(transaction, feed.merchantId, {
		transactionId: processorEvent.originalReference,
	});
	const merchant = await findMerchant(transaction, { id: feed.merchantId });
	if (charge === undefined || merchant === undefined || !(await isOfFeed(transaction, charge, feed))) {
		return { state: "unmatched", problem: "There is no transaction with this reference." };
	}
	if (isDeclinedByRule(charge)) {
		return processorEvent.state === "failed"
			? { state: "differing", problem: "The reversal of a charge that a rule declined failed." }
			: { state: "applied" };
	}
	// A processor may know a captured authorization by its first reference only.
	const original = await lockOriginal(transaction, merchant, charge.captured_by ?? charge.transaction_id);
	const known = await findModification(transaction, original, "refund", processorEvent.processorTransactionId);
	if (processorEvent.state === "failed" && known === "APPROVED") {
		return { state: "differing", problem: "The refund is APPROVED, and the processor says that it failed." };
	}
	if (processorEvent.state !== "succeeded" || known !== undefined) return { state: "applied" };
	const problem = problemOf(original, processorEvent);
	if (problem !== undefined) return { state: "differing", problem };

	const { amountCents } = processorEvent;
	const now = clocks.business.now();
	const transactionId = newLookupId();
	await reserveOnOriginal(transaction, original, { type: "refund", amountCents, transactionId });
	const { processor, processor_account: processorAccount } = original;
	const initiator = { merchant, channel: "PROCESSOR", userId: null } as const;
	const row = planModification({ transactionId, processor, processorAccount, now, initiator }, original, {
		type: "refund",
		amountCents,
		metadata: null,
		isReceiptWanted: false,
	});
	await insertPending(transaction, [{ transaction: row, inquiryFrom: clocks.real.now() }]);
	await writeModificationOutcome(transaction, {
		transactionId,
		isModification: true,
		outcome: {
			...unanswered,
			status: "APPROVED",
			message: "Refunded at the processor",
			processor_transaction_id: processorEvent.processorTransactionId,
			decided_at: now,
		},
		response: undefined,
		isReceiptDue: false,
	});
	await recordEvent(transaction, clocks, {
		type: "refund.requested",
		object: transactionId,
		details: { original: original.transaction_id, amount_cents: amountCents },
		merchantId: merchant.id,
		caller: system("gateway"),
	});
	return { state: "applied" };
}

function problemOf(original: Original, { amountCents, currency }: RefundEvent): string | undefined {
	const { type, status } = original;
	if (status !== "APPROVED" || (type !== "sale" && type !== "capture")) {
		return `The processor refunded a transaction that is a ${type} and ${status}.`;
	}
	if (currency !== original.currency) return `The refund is in ${currency}, and its charge in ${original.currency}.`;
	return amountCents > leftOf(original) ? "The refunds of the charge are above its amount." : undefined;
}
