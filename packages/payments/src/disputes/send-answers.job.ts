import { withinTime } from "@cardseal/platform";
import { type Job, pauseAfter } from "@cardseal/platform/jobs";
import { DisputeRefused } from "@cardseal/vault";
import type { Payments } from "../payments.ts";
import { cleanText } from "../processor-events/clean-text.ts";
import type { ProcessorEventFeeds } from "../processor-events/feed.ts";
import { changeState } from "./apply-dispute.ts";
import { claimAnswers, lockDispute, readDispute, type UnsentAnswer, updateAnswer } from "./disputes.store.ts";

const batchSize = 10;

/** A lease covers a batch of answers. */
const answerMs = 20_000;
const claimMs = 240_000;

const firstPauseMs = 5_000;

interface Sending extends Pick<Payments, "database" | "clocks" | "log"> {
	feeds: ProcessorEventFeeds;
}

/** Sends answers at least once; processors accept a repetition. */
export function sendAnswersJob(sending: Sending): Job {
	return {
		name: "dispute answers",
		everyMs: 1_000,
		async run() {
			const now = sending.clocks.real.now();
			const claimed = await claimAnswers(sending.database, { now, claimedUntil: now + claimMs, limit: batchSize });
			for (const answer of claimed) await send(sending, answer);
		},
	};
}

/** Never throws: a failed attempt is repeated when the claim expires. */
async function send(sending: Sending, answer: UnsentAnswer): Promise<void> {
	const { database, clocks, log } = sending;
	try {
		await sendToProcessor(sending, answer);
		await updateAnswer(database, answer.dispute, { sent_at: clocks.business.now() });
	} catch (error) {
		if (error instanceof DisputeRefused) {
			return noteRefusal(sending, answer, cleanText(error.message)).catch((failure) =>
				log.error({ dispute: answer.dispute, err: failure }, "could not record a refused answer to a dispute"),
			);
		}
		if (answer.attempts === 1)
			log.error({ dispute: answer.dispute, err: error }, "could not send an answer to a dispute");
		const nextAttemptAt = clocks.real.now() + pauseAfter(answer.attempts, { firstMs: firstPauseMs });
		await updateAnswer(database, answer.dispute, { next_attempt_at: nextAttemptAt }).catch(() => undefined);
	}
}

async function sendToProcessor({ database, feeds }: Sending, { dispute: id, evidence }: UnsentAnswer): Promise<void> {
	const dispute = await readDispute(database, id);
	const { merchant_id: merchantId, processor, account, processor_dispute_id: processorId } = dispute;
	const { source } = (await feeds.find({ merchantId, processor, account })) ?? {};
	const sending =
		evidence === null ? source?.acceptDispute?.(processorId) : source?.sendEvidence?.(processorId, evidence);
	if (sending === undefined) throw new Error("The processor of this dispute is not connected any more.");
	const isDone = await withinTime(
		answerMs,
		sending.then(() => true),
	);
	if (isDone === undefined) throw new Error("The processor did not take the answer in time.");
}

/** Reopens the dispute until the processor reports its end. */
async function noteRefusal(
	{ database, clocks, log }: Sending,
	{ dispute: id }: UnsentAnswer,
	refusal: string,
): Promise<void> {
	log.error({ dispute: id, problem: refusal }, "ALARM: a processor refused a merchant's answer to a dispute");
	await database.transaction().execute(async (transaction) => {
		const dispute = await lockDispute(transaction, id);
		await updateAnswer(transaction, id, { refusal });
		// The processor may have reported its own state since.
		if (dispute.answer?.asked_at !== dispute.state_at) return;
		const reopened = { state: "open" as const, happenedAt: dispute.created_at };
		await changeState(transaction, dispute, reopened, clocks.business.now());
	});
}
