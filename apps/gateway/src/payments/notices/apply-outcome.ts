import type { OutcomeNotice } from "@cardseal/vault";
import { system } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import { answersAnother } from "../submission/outcome.ts";
import { noteState } from "../submission/pending.store.ts";
import { recordLateOutcome } from "../submission/submit.ts";
import type { Transaction } from "../tables.ts";
import { findTransaction } from "../transaction/transactions.store.ts";
import { type FeedKey, isOfFeed } from "./feed.ts";
import type { Applied, Noticing } from "./noticing.ts";

/**
 * Records a late outcome, as recovery does. An outcome against the recorded one, or about another amount, changes nothing: it
 * is an alarm.
 */
export async function applyOutcome(
	noticing: Noticing,
	feed: FeedKey,
	{ reference, outcome }: OutcomeNotice,
): Promise<Applied> {
	const { database } = noticing;
	const transaction = await findTransaction(database, feed.merchantId, { transactionId: reference });
	if (transaction === undefined || !isOfFeed(transaction, feed)) {
		return { state: "unmatched", problem: "There is no transaction with this reference." };
	}
	if (transaction.status !== "PENDING") return compare(noticing, transaction, outcome);
	if (answersAnother(outcome, transaction)) {
		await noteState(database, reference, "differs");
		return { state: "differing", problem: "The processor approved another amount or currency." };
	}
	const { body } = await recordLateOutcome(noticing, transaction, outcome);
	// Another gateway may have recorded an outcome first.
	return compare(noticing, { ...transaction, status: body.transaction_result }, outcome);
}

async function compare(
	{ database, clocks }: Noticing,
	{ transaction_id: object, merchant_id: merchantId, status }: Transaction,
	outcome: OutcomeNotice["outcome"],
): Promise<Applied> {
	const told = outcome.result === "approved" ? "APPROVED" : "DECLINED";
	if (told === status) return { state: "applied" };
	const details = { recorded: status, told };
	await recordEvent(database, clocks, {
		type: "outcome.differs",
		object,
		details,
		merchantId,
		caller: system("gateway"),
	});
	return { state: "differing", problem: `The transaction is ${status}, and the processor says ${told}.` };
}
