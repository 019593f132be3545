import type { Accepted, Outcome } from "@cardseal/vault";
import { feedOf } from "../notices/feed.ts";
import { keepDiffering } from "../notices/notices.store.ts";
import type { Transaction } from "../tables.ts";
import { noticeOperation } from "../transaction/transaction.ts";
import { withToldTexts } from "./outcome.ts";
import { type LateRecording, noteAccepted, recordToldOutcome } from "./record-outcome.ts";

/**
 * Records an answer that came after the gateway had given up waiting for it, as one that recovery finds. An answer against the recorded
 * outcome, or about another amount, is kept among the notices that need a person. Never throws: nobody waits for it.
 */
export async function recordLateAnswer(
	recording: LateRecording,
	pending: Transaction,
	answer: Outcome | Accepted,
): Promise<void> {
	const { database, clocks, log } = recording;
	const { transaction_id: reference } = pending;
	const about = { transaction_id: reference };
	try {
		if (answer.result === "accepted") return await noteAccepted(recording, pending, answer);
		const problem = await recordToldOutcome(recording, pending, answer);
		if (problem === undefined)
			return log.info({ ...about, result: answer.result }, "recorded an answer that came late");
		const notice = {
			id: `answer ${reference}`,
			kind: "outcome",
			reference,
			operation: noticeOperation(pending.type),
			outcome: withToldTexts(answer),
		} as const;
		await keepDiffering(database, feedOf(pending), notice, {
			keptAt: clocks.real.now(),
			receivedAt: clocks.business.now(),
			problem,
		});
		log.error({ ...about, problem }, "ALARM: a processor's late answer needs a person");
	} catch (error) {
		// Recovery inquires, or a notice comes.
		log.error({ ...about, err: error }, "could not record an answer that came late");
	}
}
