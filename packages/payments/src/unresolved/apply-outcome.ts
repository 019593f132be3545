import type { OutcomeNotice } from "@cardseal/vault";
import { noticeOperation } from "../transaction/transaction.ts";
import { findTransaction } from "../transaction/transactions.store.ts";
import { type FeedKey, isOfFeed } from "./feed.ts";
import { applyReport, type OutcomeContext } from "./late-outcome.ts";
import type { Applied } from "./notices.store.ts";

/** Records a late outcome, unless reference or operation differs. */
export async function applyOutcome(
	context: OutcomeContext,
	feed: FeedKey,
	{ reference, operation, outcome }: OutcomeNotice,
): Promise<Applied> {
	const transaction = await findTransaction(context.database, feed.merchantId, { transactionId: reference });
	if (transaction === undefined || !isOfFeed(transaction, feed)) {
		return { state: "unmatched", problem: "There is no transaction with this reference." };
	}
	const { type } = transaction;
	if (operation !== noticeOperation(type)) {
		return { state: "differing", problem: `The transaction is a ${type}, and the processor reports a ${operation}.` };
	}
	const problem = await applyReport(context, transaction, outcome);
	return problem === undefined ? { state: "applied" } : { state: "differing", problem };
}
