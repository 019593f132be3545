import type { Accepted, Outcome } from "@cardseal/vault";
import { feedOf } from "../notices/feed.ts";
import { keepDiffering } from "../notices/notices.store.ts";
import type { Transaction } from "../tables.ts";
import { noticeOperation } from "../transaction/transaction.ts";
import { withCleanTexts } from "./outcome.ts";
import { noteState } from "./pending.store.ts";
import {
	anotherAmount,
	type LateRecording,
	noteAccepted,
	type Reported,
	recordDifference,
	recordReportedOutcome,
} from "./record-outcome.ts";

/**
 * Records an answer that came after the gateway had given up waiting for it, as one that recovery finds. An answer against the recorded
 * outcome, or about another amount, is kept among the notices that need a person. Never throws: no caller waits for it.
 */
export async function recordLateAnswer(
	recording: LateRecording,
	pending: Transaction,
	answer: Outcome | Accepted,
): Promise<void> {
	const { log } = recording;
	const about = { transaction_id: pending.transaction_id };
	try {
		if (answer.result === "accepted") {
			await noteAccepted(recording, pending, answer);
			return;
		}
		const problem = await recordReportedOutcome(recording, pending, answer);
		if (problem === undefined) {
			return log.info({ ...about, result: answer.result }, "recorded an answer that came late");
		}
		await keepForPerson(recording, pending, answer, problem);
		log.error({ ...about, problem }, "ALARM: a processor's late answer needs a person");
	} catch (error) {
		// Recovery inquires, or a notice comes.
		log.error({ ...about, err: error }, "could not record an answer that came late");
	}
}

/**
 * Keeps an answer in time, or of an inquiry, for a person when it is against the outcome that was recorded first. Never throws: the
 * transaction has its outcome.
 */
export async function keepIfAgainst(
	recording: Pick<LateRecording, "database" | "clocks" | "log">,
	transaction: Transaction,
	answer: Reported,
	recorded: Transaction["status"],
): Promise<void> {
	const about = { transaction_id: transaction.transaction_id };
	try {
		const problem = await recordDifference(recording, transaction, answer, recorded);
		if (problem === undefined) return;
		recording.log.error({ ...about, problem }, "ALARM: a processor's answer needs a person");
		await keepForPerson(recording, transaction, answer, problem);
	} catch (error) {
		recording.log.error(
			{ ...about, err: error },
			"ALARM: could not keep a processor's answer against the recorded outcome",
		);
	}
}

/** Keeps an approval of another amount or currency for a person: as the transaction's state, or as a notice once it has an outcome. */
export async function keepAnother(
	recording: Pick<LateRecording, "database" | "clocks">,
	transaction: Transaction,
	answer: Reported,
): Promise<void> {
	if (await noteState(recording.database, transaction.transaction_id, "differs")) return;
	await keepForPerson(recording, transaction, answer, anotherAmount);
}

async function keepForPerson(
	{ database, clocks }: Pick<LateRecording, "database" | "clocks">,
	transaction: Transaction,
	answer: Reported,
	problem: string,
): Promise<void> {
	const { transaction_id: reference } = transaction;
	const notice = {
		id: `answer ${reference}`,
		kind: "outcome",
		reference,
		operation: noticeOperation(transaction.type),
		outcome: answer.result === "not_received" ? answer : withCleanTexts(answer),
	} as const;
	await keepDiffering(database, feedOf(transaction), notice, {
		keptAt: clocks.real.now(),
		receivedAt: clocks.business.now(),
		problem,
	});
}
