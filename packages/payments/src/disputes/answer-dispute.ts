import type { Merchant } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import { claimKey, type KeyedRequest, storeResponse } from "@cardseal/platform/idempotency";
import type { DisputeEvidence } from "@cardseal/vault";
import type { Payments } from "../payments.ts";
import type { ProcessorEventFeeds } from "../processor-events/feed.ts";
import { changeState } from "./apply-dispute.ts";
import { type DisputeRecord, disputeRecordOf } from "./dispute-record.ts";
import { type AnsweredDispute, insertAnswer, lockDispute } from "./disputes.store.ts";

const refusals = {
	notOpen: () => new Problem("dispute_not_open", "This dispute takes no answer: it was answered or decided."),
	tooLate: () => new Problem("dispute_not_open", "The time for evidence is over."),
	noEvidence: () => new Problem("dispute_not_open", "This dispute takes no evidence."),
	elsewhere: () => new Problem("dispute_answered_elsewhere", "Answer this dispute at the processor."),
};

export interface AnswerCommand {
	merchant: Merchant;
	found: AnsweredDispute;
	/** `undefined` accepts the dispute. */
	evidence: DisputeEvidence | undefined;
	keyed: KeyedRequest | undefined;
	caller: Caller;
}

export interface Answering extends Pick<Payments, "database" | "vault" | "clocks"> {
	feeds: ProcessorEventFeeds;
}

export interface DisputeResponse {
	status: 200;
	body: DisputeRecord;
}

/**
 * A job sends the stored answer to the processor.
 *
 * @throws Problem 409 when the dispute takes no answer, or only at the processor
 */
export async function answerDispute(
	{ database, clocks, feeds }: Answering,
	{ merchant, found, evidence, keyed, caller }: AnswerCommand,
): Promise<DisputeResponse> {
	const feed = await feeds.find({ merchantId: merchant.id, processor: found.processor, account: found.account });
	const canAnswer = evidence === undefined ? feed?.source.acceptDispute : feed?.source.sendEvidence;
	if (canAnswer === undefined) throw refusals.elsewhere();
	return database.transaction().execute(async (transaction) => {
		await claimKey(transaction, keyed);
		const respond = (dispute: AnsweredDispute): Promise<DisputeResponse> =>
			storeResponse(transaction, keyed, { status: 200, body: disputeRecordOf(dispute) });
		const dispute = await lockDispute(transaction, found.id);
		// A second request to accept asks for what is done.
		if (evidence === undefined && dispute.state === "accepted") return respond(dispute);
		const now = clocks.business.now();
		requireOpen(dispute, evidence, now);
		await insertAnswer(transaction, dispute, {
			evidence: evidence ?? null,
			askedAt: now,
			nextAttemptAt: clocks.real.now(),
		});
		const state = evidence === undefined ? "accepted" : "under_review";
		await changeState(transaction, dispute, { state, happenedAt: now }, now);
		await recordEvent(transaction, clocks, {
			type: evidence === undefined ? "dispute.accepted" : "dispute.evidence_sent",
			object: dispute.dispute_id,
			details: { transaction: dispute.transaction_id, amount_cents: dispute.amount_cents },
			merchantId: merchant.id,
			caller,
		});
		return respond(await lockDispute(transaction, dispute.id));
	});
}

/** @throws Problem 409 */
function requireOpen(
	{ state, answer, evidence_due_at: dueAt }: AnsweredDispute,
	evidence: DisputeEvidence | undefined,
	now: number,
): void {
	if (state !== "open" || answer !== null) throw refusals.notOpen();
	if (evidence === undefined) return;
	if (dueAt === null) throw refusals.noEvidence();
	if (now >= dueAt) throw refusals.tooLate();
}
