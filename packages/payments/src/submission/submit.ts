import { type Attempt, attemptResultOf, type CardTestingDecline } from "@cardseal/customers";
import { withinTime } from "@cardseal/platform";
import { outsideDeadline } from "@cardseal/platform/db";
import type { Accepted, ActionNeeded, Answer, Outcome, Processor, ProcessorRequest } from "@cardseal/vault";
import { awaitPayer, nextActionOf } from "../authentication/await-payer.ts";
import { endPayerAction } from "../authentication/payer-actions.store.ts";
import type { Payments } from "../payments.ts";
import { isDeclinedByRule, planRejection } from "../reversals/rejection.ts";
import { reverseAtOnce } from "../reversals/reverse.ts";
import type { Transaction } from "../tables.ts";
import { inquiryOf } from "../transaction/inquiry.ts";
import { type PaymentResponse, responseOf } from "../transaction/payment-response.ts";
import { recordOf } from "../transaction/transaction-record.ts";
import { applyLateAnswer, keepAnotherAmount, keepConflictingOutcome } from "./late-outcome.ts";
import { emitPending } from "./pending.store.ts";
import { answersAnother, noteAnswer, recordOutcome } from "./record-outcome.ts";

/** The time from a gateway's wait to recovery's first inquiry; gateways' clocks must not differ by more. */
const inquiryReserveMs = 1_000;

export interface Submission {
	processor: Processor;
	request: RequestDetails<ProcessorRequest>;
	attempt?: Attempt;
	/** Real time, ms since 1970. */
	givesUpAt: number;
	/** `true` with an Idempotency-Key. */
	isKeyed: boolean;
	/** The merchant's page to which the bank sends the payer back. */
	returnUrl?: string | null;
}

export type RequestDetails<Request> = Request extends ProcessorRequest
	? Omit<Request, "reference" | "amountCents" | "currency">
	: never;

/** Real times, ms since 1970. */
export function waitingTimes({ clocks, processorTimeoutMs }: Pick<Payments, "clocks" | "processorTimeoutMs">): {
	givesUpAt: number;
	inquiryFrom: number;
} {
	const givesUpAt = clocks.real.now() + processorTimeoutMs;
	return { givesUpAt, inquiryFrom: givesUpAt + inquiryReserveMs };
}

/** Longer than a request runs before it reads another's end, and than clocks may differ. */
const clockToleranceMs = 60_000;

/**
 * An end too far ahead was written before the clock stepped back.
 *
 * @param now real time, ms since 1970
 */
export function isAwaited(
	{ processorTimeoutMs }: Pick<Payments, "processorTimeoutMs">,
	{ now, inquiryFrom }: { now: number; inquiryFrom: number },
): boolean {
	return now < inquiryFrom && inquiryFrom <= now + processorTimeoutMs + inquiryReserveMs + clockToleranceMs;
}

/** Asks the processor about a PENDING transaction, and records its answer. Never throws. */
export async function submit(
	payments: Payments,
	pending: Transaction,
	submission: Submission,
): Promise<PaymentResponse> {
	const { cardTesting, log } = payments;
	const { attempt } = submission;
	let isAsked = false;
	const ask = () => {
		isAsked = true;
		return askProcessor(payments, pending, submission);
	};
	const about = { transaction_id: pending.transaction_id };
	let answer: Answer | CardTestingDecline | undefined;
	try {
		answer = await (attempt === undefined
			? ask()
			: cardTesting.submitUnlessDeclined(attempt, ask, (outcome) =>
					attemptResultOf(planRejection(attempt.merchant, pending, outcome) ?? outcome),
				));
	} catch (error) {
		const failed = isAsked
			? "the processor failed; its outcome is not known"
			: "could not judge a charge; nothing was sent";
		log.error({ ...about, err: error }, failed);
	}
	if (answer === undefined) return responseWithEvent(payments, pending);
	const recorded = answer;
	// The answer must be recorded, however little time is left.
	return outsideDeadline(() => recordAnswer(payments, pending, recorded, submission));
}

async function recordAnswer(
	payments: Payments,
	pending: Transaction,
	answer: Answer | CardTestingDecline,
	submission: Submission,
): Promise<PaymentResponse> {
	const { processor, request, isKeyed, returnUrl = null } = submission;
	const { log } = payments;
	const about = { transaction_id: pending.transaction_id };
	try {
		if (answer.result === "accepted") {
			return await responseWithEvent(payments, await noteAnswer(payments, pending, answer, "accepted"));
		}
		if (answer.result === "action") {
			if (await awaitPayer(payments, pending, answer, returnUrl)) return await responseWithEvent(payments, pending);
			return await recordAnswer(payments, pending, await abandon(payments, pending, answer, processor), submission);
		}
		if (answer.result === "approved" && answersAnother(answer, pending)) {
			return await responseWithEvent(payments, await keepAnotherAmount(payments, pending, answer));
		}
		const { storedCredential } = "card" in request ? request : {};
		const { response, isFirst } = await recordOutcome(payments, pending, answer, {
			isKeyed,
			mayHavePendingCard: storedCredential?.use === "first",
			mayLackNetworkId: storedCredential?.use === "later" && storedCredential.networkTransactionId === null,
		});
		if (isDeclinedByRule(response.body)) void reverseAtOnce(payments, pending.transaction_id);
		if (!isFirst && answer.result !== "declined_as_card_testing") {
			await keepConflictingOutcome(payments, pending, answer, response.body.transaction_result);
		}
		return response;
	} catch (error) {
		// The money may have moved: an error response would invite a second charge.
		log.error({ ...about, err: error }, "could not record an outcome");
		if (answer.result !== "declined_as_card_testing") void applyLateAnswer(payments, pending, answer, processor);
		return responseWithEvent(payments, pending);
	}
}

/** Ends a charge at the processor whose payer cannot be sent to the bank. */
async function abandon(
	{ database, clocks }: Payments,
	pending: Transaction,
	{ processorTransactionId }: ActionNeeded,
	{ authentication }: Processor,
): Promise<Outcome | Accepted> {
	await endPayerAction(database, pending.transaction_id, clocks.real.now());
	const named = { ...pending, processor_transaction_id: processorTransactionId };
	const ended = await authentication?.abandon(inquiryOf(named));
	if (ended?.result === "approved" || ended?.result === "declined" || ended?.result === "accepted") return ended;
	throw new Error("The processor did not end a charge whose payer cannot authenticate. Recovery tries again.");
}

/** Returns `undefined` without an answer in time; a late one is recorded when it comes. */
async function askProcessor(
	payments: Payments,
	pending: Transaction,
	{ processor, request, givesUpAt }: Submission,
): Promise<Answer | undefined> {
	const { clocks, processorTimeoutMs } = payments;
	// Writing may take long, and a late request could cross with recovery's inquiry.
	const milliseconds = Math.min(givesUpAt - clocks.real.now(), processorTimeoutMs);
	if (milliseconds <= 0) return undefined;
	const { transaction_id: reference, amount_cents: amountCents, currency } = pending;
	return outsideDeadline(async () => {
		const asked = processor.submit({ ...request, reference, amountCents, currency });
		const answer = await withinTime(milliseconds, asked);
		if (answer === undefined) {
			asked.then(
				(late) => applyLateAnswer(payments, pending, late, processor),
				// A failure says nothing about the outcome.
				() => undefined,
			);
		}
		return answer;
	});
}

/** Writes the event of a PENDING transaction. Never throws: recovery writes a missing event. */
export async function responseWithEvent(
	payments: Pick<Payments, "database" | "vault" | "clocks" | "log" | "publicUrl">,
	transaction: Transaction,
): Promise<PaymentResponse> {
	const { database, clocks, log } = payments;
	const { status, transaction_id: transactionId } = transaction;
	if (status !== "PENDING") return responseOf(transaction);
	try {
		await emitPending(database, recordOf(transaction), clocks.business.now());
		return responseOf(transaction, await nextActionOf(payments, transaction));
	} catch (error) {
		log.error({ transaction_id: transactionId, err: error }, "could not write the event of a pending transaction");
		return responseOf(transaction);
	}
}
