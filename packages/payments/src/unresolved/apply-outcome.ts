import type { OutcomeNotice } from "@cardseal/vault";
import type { FeedKey } from "../notices/feed.ts";
import { type Applied, isOfFeed } from "../notices/notices.store.ts";
import { applyReport, type OutcomeContext } from "../submission/late-outcome.ts";
import { noticeOperation } from "../transaction/transaction.ts";
import { findTransaction } from "../transaction/transactions.store.ts";

/** Records a late outcome, unless reference or operation differs. */
export async function applyOutcome(
	context: OutcomeContext,
	feed: FeedKey,
	{ reference, operation, outcome }: OutcomeNotice,
): Promise<Applied> {
	const transaction = await findTransaction(context.database, feed.merchantId, { transactionId: reference });
	if (transaction === undefined || !(await isOfFeed(context.database, transaction, feed))) {
		return { state: "unmatched", problem: "There is no transaction with this reference." };
	}
	const { type } = transaction;
	if (operation !== noticeOperation(type)) {
		return { state: "differing", problem: `The transaction is a ${type}, and the processor reports a ${operation}.` };
	}
	const problem = await applyReport(context, transaction, outcome);
	return problem === undefined ? { state: "applied" } : { state: "differing", problem };
}
