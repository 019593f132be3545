import type { ActionNeeded, Inquiry } from "@cardseal/vault";
import { awaitPayer } from "../authentication/await-payer.ts";
import { endPayerAction, forgetReturn } from "../authentication/payer-actions.store.ts";
import type { Payments } from "../payments.ts";
import { keepAnotherAmount, keepConflictingOutcome, recordLateOutcome } from "../submission/late-outcome.ts";
import { emitPending } from "../submission/pending.store.ts";
import { answersAnother, isAmbiguous, noteAnswer, type Reported } from "../submission/record-outcome.ts";
import type { PendingState } from "../tables.ts";
import { claimMs, givenUpAfterMs, inquiryOf, withinInquiry } from "../transaction/inquiry.ts";
import { recordOf } from "../transaction/transaction-record.ts";
import {
	claimLeftPending,
	findLeftPending,
	type LeftPending,
	scheduleNextInquiry,
	waitForPayer,
} from "./inquiries.store.ts";

const batchSize = 100;

/**
 * Asks processors for the outcomes of transactions left PENDING.
 *
 * @returns the number of outcomes recorded
 */
export async function recoverLeftPending(payments: Payments): Promise<number> {
	let decided = 0;
	for (;;) {
		const now = payments.clocks.real.now();
		const claimedUntil = now + claimMs;
		const claimed = await claimLeftPending(payments.database, { now, claimedUntil, limit: batchSize });
		const results = await Promise.all(claimed.map((transaction) => recover(payments, transaction)));
		decided += results.filter(Boolean).length;
		if (claimed.length < batchSize) return decided;
	}
}

/** Asks at once about a charge whose payer came back, or gave up. Recovery does it again if this process dies. */
export async function recoverNow(payments: Payments, transactionId: string): Promise<void> {
	const [left] = await findLeftPending(payments.database, [transactionId]);
	if (left !== undefined) await recover(payments, left);
}

/**
 * A failure is retried and does not stop the others.
 *
 * @returns `true` when this gave the transaction its outcome
 */
async function recover(payments: Payments, transaction: LeftPending): Promise<boolean> {
	const { log } = payments;
	const { transaction_id: transactionId } = transaction;
	try {
		const inquiry = await inTime(payments, ask(payments, transaction));
		if (inquiry.result === "action") return await stayWithPayer(payments, transaction, inquiry);
		if (inquiry.result === "accepted" || inquiry.result === "unknown") {
			return await stayPending(payments, transaction, inquiry);
		}
		if (answersAnother(inquiry, transaction) || isAmbiguous(transaction.state, inquiry)) {
			return await waitForPerson(payments, transaction, inquiry);
		}
		const { isFirst, response } = await recordLateOutcome(payments, transaction, inquiry);
		const { status, body } = response;
		if (!isFirst) {
			await keepConflictingOutcome(payments, transaction, inquiry, body.transaction_result);
			return false;
		}
		log.info(
			{ transaction_id: transactionId, result: body.transaction_result, status },
			"recovered the outcome of a pending transaction",
		);
		return true;
	} catch (error) {
		if (transaction.state !== "unreachable" && transaction.state !== "unknown") {
			log.error({ transaction_id: transactionId, err: error }, "could not inquire after a pending transaction");
		}
		const isGivenUp = payments.clocks.business.now() - transaction.created_at > givenUpAfterMs;
		// If it fails as well, the claim expires.
		return inquireLater(payments, transaction, isGivenUp ? "unknown" : "unreachable").catch(() => false as const);
	}
}

/** After the payer's time, or return, the processor is asked to end the charge. */
async function ask(payments: Payments, transaction: LeftPending): Promise<Inquiry> {
	const { database, clocks } = payments;
	const { transaction_id: transactionId, payer_expires_at: expiresAt, payer_returned: returned } = transaction;
	const processor = payments.processorOf(transaction);
	const { authentication } = processor;
	const request = inquiryOf(transaction);
	if (authentication === undefined || expiresAt === null) return processor.inquire(request);
	if (returned !== null) return authentication.complete(request, returned);
	const isOver = transaction.payer_ended_at !== null || expiresAt <= clocks.real.now();
	if (!isOver) return processor.inquire(request);
	const isEnded = await endPayerAction(database, transactionId, clocks.real.now());
	if (!isEnded) throw new Error("The payer returned just now.");
	return authentication.abandon(request);
}

async function inTime(payments: Payments, asked: Promise<Inquiry>): Promise<Inquiry> {
	const inquiry = await withinInquiry(payments, asked);
	if (inquiry === undefined) throw new Error("The processor did not answer the inquiry in time.");
	return inquiry;
}

/** What the payer brought back was not the bank's last word, or an inquiry found what a lost answer had said. */
async function stayWithPayer(payments: Payments, transaction: LeftPending, needed: ActionNeeded): Promise<false> {
	const { database, clocks } = payments;
	const { transaction_id: transactionId, payer_expires_at: expiresAt } = transaction;
	if (expiresAt === null) {
		const mayGo = await awaitPayer(payments, transaction, needed, null);
		if (!mayGo) await endPayerAction(database, transactionId, clocks.real.now());
		return false;
	}
	await forgetReturn(database, transactionId, transaction.payer_returned);
	if (expiresAt <= clocks.real.now()) return inquireLater(payments, transaction, "waiting");
	await waitForPayer(database, transactionId, expiresAt);
	return false;
}

async function stayPending(
	payments: Payments,
	transaction: LeftPending,
	inquiry: Extract<Inquiry, { result: "accepted" | "unknown" }>,
): Promise<false> {
	const { transaction_id: transactionId } = transaction;
	const state = inquiry.result === "unknown" && !inquiry.isFinal ? "waiting" : inquiry.result;
	if (transaction.state !== state) {
		const reason = inquiry.result === "unknown" ? inquiry.reason : undefined;
		payments.log.warn({ transaction_id: transactionId, reason }, `a pending transaction is ${state} at its processor`);
	}
	if (inquiry.result !== "accepted") return inquireLater(payments, transaction, state);
	const accepted = await noteAnswer(payments, transaction, inquiry, "accepted");
	return inquireLater(payments, { ...transaction, ...accepted }, state);
}

/** Keeps an approval of another amount for the operator. Later undecided answers are not kept. */
async function waitForPerson(payments: Payments, transaction: LeftPending, inquiry: Reported): Promise<false> {
	if (transaction.state === "differs" || inquiry.result === "not_received") {
		return inquireLater(payments, transaction, "differs");
	}
	const kept = await keepAnotherAmount(payments, transaction, inquiry);
	return inquireLater(payments, { ...transaction, ...kept }, "differs");
}

/** Writes the event, too, if a stopped gateway left it out. */
async function inquireLater(
	{ database, clocks }: Payments,
	transaction: LeftPending,
	state: PendingState,
): Promise<false> {
	if (!transaction.is_told) await emitPending(database, recordOf(transaction), clocks.business.now());
	await scheduleNextInquiry(database, transaction.transaction_id, { state, now: clocks.real.now() });
	return false;
}
