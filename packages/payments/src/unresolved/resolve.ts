import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Outcome } from "@cardseal/vault";
import { closeForOperator } from "../processor-events/keep-for-operator.ts";
import { type OutcomeContext, recordLateOutcome } from "../submission/late-outcome.ts";
import type { Transaction } from "../tables.ts";
import { findTransaction } from "../transaction/transactions.store.ts";
import { findNeedingAttention } from "./attention.store.ts";

export type Finding =
	| { result: "approved"; processorTransactionId: string; authorizationCode: string }
	| { result: "not_approved" };

export interface Resolution {
	transactionId: string;
	finding: Finding;
	reason: string;
	caller: Caller;
}

/**
 * The audit event comes first: no outcome is recorded without it.
 *
 * @returns `undefined` if no such transaction needs attention
 */
export async function resolveTransaction(
	context: OutcomeContext,
	{ transactionId, finding, reason, caller }: Resolution,
): Promise<Transaction | undefined> {
	const { database, clocks } = context;
	const pending = await findNeedingAttention(database, transactionId);
	if (pending === undefined) return undefined;
	const details = { finding: finding.result, reason };
	const about = { object: transactionId, merchantId: pending.merchant_id, caller };
	await recordEvent(database, clocks, { ...about, type: "transaction.resolved", details });
	const { isFirst } = await recordLateOutcome(context, pending, decidedBy(finding, pending));
	if (!isFirst) return undefined;
	await closeForOperator(context, "answer", pending);
	return findTransaction(database, pending.merchant_id, { id: pending.id });
}

/** The bank may not have declined it, so it is not retried immediately. */
function decidedBy(finding: Finding, { processor_transaction_id: id }: Transaction): Outcome {
	if (finding.result === "not_approved") {
		return {
			result: "declined",
			message: "Not approved. The operator found it out at the processor.",
			declineClass: "soft",
			declineCode: "generic",
			processorTransactionId: id ?? "",
		};
	}
	return { ...finding, message: "Approved. The operator confirmed it with the processor." };
}
