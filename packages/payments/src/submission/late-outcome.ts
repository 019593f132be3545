import { setTimeout } from "node:timers/promises";
import { attemptResultOf } from "@cardseal/customers";
import { recordEvent, system } from "@cardseal/platform/audit";
import type { Answer, Outcome, Processor } from "@cardseal/vault";
import { awaitPayer } from "../authentication/await-payer.ts";
import type { Payments } from "../payments.ts";
import { withCleanTexts } from "../processor-events/clean-text.ts";
import { keepForOperator } from "../processor-events/keep-for-operator.ts";
import { findRejection, isDeclinedByRule } from "../reversals/rejection.ts";
import type { Transaction } from "../tables.ts";
import { isCharge } from "../transaction/transaction.ts";
import { findTransaction } from "../transaction/transactions.store.ts";
import { findState, makeInquiryDue } from "./pending.store.ts";
import {
	answersAnother,
	isAmbiguous,
	noteAnswer,
	type RecordedResponse,
	type Reported,
	recordOutcome,
} from "./record-outcome.ts";

export const anotherAmount = "The processor approved another amount or currency.";

export type OutcomeContext = Pick<Payments, "database" | "writer" | "vault" | "clocks" | "log" | "cardTesting">;

function isOutcome(answer: Answer): answer is Outcome {
	return answer.result === "approved" || answer.result === "declined";
}

/** Records the first outcome, also for card-testing protection. */
export async function recordLateOutcome(
	context: OutcomeContext,
	pending: Transaction,
	reported: Reported,
): Promise<RecordedResponse> {
	const rejection = await findRejection(context.database, pending, reported);
	await context.cardTesting.recordResult(pending.transaction_id, attemptResultOf(rejection ?? reported));
	// Without a key, the response updates no row.
	const mayHavePendingCard = isCharge(pending.type) && pending.subscription_lookup_id === null;
	return recordOutcome(context, pending, reported, { isKeyed: true, mayHavePendingCard, mayLackNetworkId: true });
}

/**
 * Applies a late report. `not_received` only makes an inquiry due; a conflicting outcome writes an audit event.
 *
 * @returns the reason why the operator must look at it
 */
export async function applyReport(
	context: OutcomeContext,
	transaction: Transaction,
	outcome: Reported,
): Promise<string | undefined> {
	const { database, clocks } = context;
	if (outcome.result === "approved" && answersAnother(outcome, transaction)) {
		await noteAnswer(context, transaction, outcome, "differs");
		return anotherAmount;
	}
	if (transaction.status !== "PENDING") return recordDifference(context, transaction, outcome, transaction.status);
	if (outcome.result === "not_received") {
		// Our request may still be in flight: only an inquiry, after the journal's tombstone, decides.
		await makeInquiryDue(database, transaction.transaction_id, clocks.real.now());
		return undefined;
	}
	if (isAmbiguous(await findState(database, transaction.transaction_id), outcome)) return anotherAmount;
	const { isFirst, response } = await recordLateOutcome(context, transaction, outcome);
	return isFirst ? undefined : recordDifference(context, transaction, outcome, response.body.transaction_result);
}

/**
 * Writes an audit event about a difference.
 *
 * @returns the difference
 */
async function recordDifference(
	{ database, clocks }: Pick<Payments, "database" | "clocks">,
	{ id, transaction_id: object, merchant_id: merchantId }: Transaction,
	{ result }: Reported,
	recorded: Transaction["status"],
): Promise<string | undefined> {
	const reported = result === "approved" ? "APPROVED" : "DECLINED";
	if (reported === recorded) return undefined;
	// The processor's approval of a charge that a rule declined is expected.
	const known = await findTransaction(database, merchantId, { id });
	if (known !== undefined && isDeclinedByRule(known)) return undefined;
	const details = { recorded, told: reported };
	await recordEvent(database, clocks, {
		type: "outcome.differs",
		object,
		details,
		merchantId,
		caller: system("gateway"),
	});
	return `The transaction is ${recorded}, and the processor says ${reported}.`;
}

/** The pauses outlast a database failover. */
const pausesMs = [0, 1_000, 5_000, 15_000, 60_000];

/**
 * Retries, as some processors answer inquiries only with the answer's id. Keeps a conflicting outcome for the
 * operator. Never throws.
 *
 * @param processor given if its journal may have lost the answer
 */
export async function applyLateAnswer(
	context: OutcomeContext,
	pending: Transaction,
	answer: Answer,
	processor?: Processor,
): Promise<void> {
	const about = { transaction_id: pending.transaction_id };
	for (const pauseMs of pausesMs) {
		// A gateway that stops does not wait for it.
		if (pauseMs > 0) await setTimeout(pauseMs, undefined, { ref: false });
		try {
			if (isOutcome(answer) && (await processor?.writeAgain?.(answer)) === false) return;
			await tryToRecord(context, pending, answer);
			return;
		} catch (error) {
			context.log.error({ ...about, err: error }, "could not record an answer that came late");
		}
	}
}

async function tryToRecord(context: OutcomeContext, pending: Transaction, answer: Answer): Promise<void> {
	const { log } = context;
	const about = { transaction_id: pending.transaction_id };
	if (answer.result === "accepted") {
		await noteAnswer(context, pending, answer, "accepted");
		return;
	}
	if (answer.result === "action") {
		await awaitPayer(context, pending, answer, null);
		return;
	}
	const problem = await applyReport(context, pending, answer);
	if (problem === undefined) {
		log.info({ ...about, result: answer.result }, "recorded an answer that came late");
		return;
	}
	await keepAnswer(context, pending, answer, problem);
	log.error({ ...about, problem }, "ALARM: a processor's late answer needs the operator");
}

/** Keeps a conflicting outcome for the operator. Never throws. */
export async function keepConflictingOutcome(
	context: OutcomeContext,
	transaction: Transaction,
	answer: Reported,
	recorded: Transaction["status"],
): Promise<void> {
	const about = { transaction_id: transaction.transaction_id };
	try {
		const problem = await recordDifference(context, transaction, answer, recorded);
		if (problem === undefined) return;
		context.log.error({ ...about, problem }, "ALARM: a processor's answer needs the operator");
		await keepAnswer(context, transaction, answer, problem);
	} catch (error) {
		context.log.error(
			{ ...about, err: error },
			"could not keep a processor's answer that contradicts the recorded outcome",
		);
		if (answer.result !== "not_received") void applyLateAnswer(context, transaction, answer);
	}
}

/**
 * Keeps an approval of another amount for the operator; the transaction stays PENDING.
 *
 * @returns the transaction with the processor's id
 */
export async function keepAnotherAmount(
	context: Pick<OutcomeContext, "database" | "clocks" | "log">,
	transaction: Transaction,
	answer: Outcome,
): Promise<Transaction> {
	context.log.error(
		{ transaction_id: transaction.transaction_id },
		"ALARM: a processor approved another amount or currency",
	);
	const noted = await noteAnswer(context, transaction, answer, "differs");
	await keepAnswer(context, transaction, answer, anotherAmount);
	return noted;
}

function keepAnswer(
	context: Pick<OutcomeContext, "database" | "clocks">,
	of: Transaction,
	answer: Reported,
	problem: string,
) {
	const outcome = answer.result === "not_received" ? answer : withCleanTexts(answer);
	return keepForOperator(context, "answer", of, { outcome, problem });
}
