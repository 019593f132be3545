import { withinTime } from "@cardseal/platform";
import { outsideDeadline } from "@cardseal/platform/db";
import type { Accepted, Outcome, Processor, ProcessorRequest } from "@cardseal/vault";
import { type Attempt, attemptResultOf, type CardTestingDecline } from "../card-testing/protection.ts";
import { type PaymentResponse, responseOf } from "../payment-response.ts";
import type { Payments } from "../payments.ts";
import { isDeclinedByRule, planRejection } from "../reversals/rejection.ts";
import { reverseAtOnce } from "../reversals/reverse.ts";
import type { Transaction } from "../tables.ts";
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
	let answer: Outcome | Accepted | CardTestingDecline | undefined;
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
	answer: Outcome | Accepted | CardTestingDecline,
	{ processor, request, isKeyed }: Submission,
): Promise<PaymentResponse> {
	const { log } = payments;
	const about = { transaction_id: pending.transaction_id };
	try {
		if (answer.result === "accepted") {
			return await responseWithEvent(payments, await noteAnswer(payments, pending, answer, "accepted"));
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

/** Returns `undefined` without an answer in time; a late one is recorded when it comes. */
async function askProcessor(
	payments: Payments,
	pending: Transaction,
	{ processor, request, givesUpAt }: Submission,
): Promise<Outcome | Accepted | undefined> {
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
	{ database, clocks, log }: Pick<Payments, "database" | "clocks" | "log">,
	transaction: Transaction,
): Promise<PaymentResponse> {
	const { status, transaction_id: transactionId } = transaction;
	if (status === "PENDING") {
		try {
			await emitPending(database, recordOf(transaction), clocks.business.now());
		} catch (error) {
			log.error({ transaction_id: transactionId, err: error }, "could not write the event of a pending transaction");
		}
	}
	return responseOf(transaction);
}
