import type { OutcomeEvent } from "@cardseal/vault";
import type { FeedKey } from "../processor-events/feed.ts";
import { type Applied, isOfFeed } from "../processor-events/processor-events.store.ts";
import { findReversal, readReversedCharge } from "../reversals/reversals.store.ts";
import { applyReversalReport } from "../reversals/reverse.ts";
import { applyReport, type OutcomeContext } from "../submission/late-outcome.ts";
import { reportedOperation } from "../transaction/transaction.ts";
import { findTransaction } from "../transaction/transactions.store.ts";

const unmatched: Applied = { state: "unmatched", problem: "There is no transaction with this reference." };

/** Records a late outcome, unless reference or operation differs. */
export async function applyOutcome(
	context: OutcomeContext,
	feed: FeedKey,
	{ reference, operation, outcome }: OutcomeEvent,
): Promise<Applied> {
	const transaction = await findTransaction(context.database, feed.merchantId, { transactionId: reference });
	if (transaction === undefined) return applyReversalOutcome(context, feed, { reference, operation, outcome });
	if (!(await isOfFeed(context.database, transaction, feed))) {
		return unmatched;
	}
	const { type } = transaction;
	if (operation !== reportedOperation(type)) {
		return { state: "differing", problem: `The transaction is a ${type}, and the processor reports a ${operation}.` };
	}
	const problem = await applyReport(context, transaction, outcome);
	return problem === undefined ? { state: "applied" } : { state: "differing", problem };
}

/** The reversal of a charge that a rule declined is no transaction of its own. */
async function applyReversalOutcome(
	context: OutcomeContext,
	feed: FeedKey,
	{ reference, operation, outcome }: Pick<OutcomeEvent, "reference" | "operation" | "outcome">,
): Promise<Applied> {
	const reversal = await findReversal(context.database, feed.merchantId, reference);
	const charge = reversal && (await readReversedCharge(context.database, reversal));
	if (reversal === undefined || charge === undefined || !(await isOfFeed(context.database, charge, feed))) {
		return unmatched;
	}
	if (operation !== reversal.operation) {
		return {
			state: "differing",
			problem: `This is a ${reversal.operation}, and the processor reports a ${operation}.`,
		};
	}
	const problem = await applyReversalReport(context, reversal, charge, outcome);
	return problem === undefined ? { state: "applied" } : { state: "differing", problem };
}
