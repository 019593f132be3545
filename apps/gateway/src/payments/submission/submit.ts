import type { Inquiry, Outcome, Processor, ProcessorRequest } from "@cardseal/vault";
import type { Attempt, CardTestingDecline } from "../../card-testing/protection.ts";
import { completePendingCard } from "../../customers/cards/pending-cards.ts";
import { outsideDeadline } from "../../db/request-deadline.ts";
import { withinTime } from "../../time-limit.ts";
import { type PaymentResponse, responseOf } from "../payment-response.ts";
import type { Payments } from "../payments.ts";
import { isReceiptDue } from "../receipts/receipt-due.ts";
import type { Transaction } from "../tables.ts";
import { isCharge } from "../transaction/transaction.ts";
import { findTransaction } from "../transaction/transactions.store.ts";
import { outcomeOf } from "./outcome.ts";

/**
 * The time between the end of a gateway's wait and recovery's first inquiry. The clocks of gateways that share a database must
 * not differ by more.
 */
const inquiryReserveMs = 1_000;

/** A request to a processor, sent after its transaction is written. */
export interface Submission {
	processor: Processor;
	request: WithoutWrittenDown<ProcessorRequest>;
	/** Given for a charge: card-testing protection may decline it. */
	attempt?: Attempt;
	/** Real time, ms since 1970. */
	givesUpAt: number;
	/** `true` with an Idempotency-Key, under which the response is stored. */
	isKeyed: boolean;
}

/** Id, amount and currency come from the written transaction. */
type WithoutWrittenDown<Request> = Request extends ProcessorRequest
	? Omit<Request, "reference" | "amountCents" | "currency">
	: never;

/** Returns when the gateway stops waiting for the processor, and when recovery may inquire. Real times, ms since 1970. */
export function waitingTimes({ clocks, processorTimeoutMs }: Pick<Payments, "clocks" | "processorTimeoutMs">): {
	givesUpAt: number;
	waitsUntil: number;
} {
	const givesUpAt = clocks.real.now() + processorTimeoutMs;
	return { givesUpAt, waitsUntil: givesUpAt + inquiryReserveMs };
}

/** Longer than a request runs before it reads another one's end, and than gateways' clocks may differ. */
const clockToleranceMs = 60_000;

/**
 * Tells whether a gateway may still wait for the processor. A much later end than any wait has was written before the
 * clock stepped back.
 *
 * @param now real time, ms since 1970; another gateway may have written the end later
 */
export function isAwaited(
	{ processorTimeoutMs }: Pick<Payments, "processorTimeoutMs">,
	{ now, waitsUntil }: { now: number; waitsUntil: number },
): boolean {
	return now < waitsUntil && waitsUntil <= now + processorTimeoutMs + inquiryReserveMs + clockToleranceMs;
}

/** Sends a PENDING transaction to its processor and records the outcome. Never throws. */
export async function submit(
	payments: Payments,
	pending: Transaction,
	submission: Submission,
): Promise<PaymentResponse> {
	const { cardTesting, log } = payments;
	const { attempt } = submission;
	const ask = () => askProcessor(payments, pending, submission);
	const about = { transaction_id: pending.transaction_id };
	let outcome: Outcome | CardTestingDecline | undefined;
	try {
		outcome = await (attempt === undefined ? ask() : cardTesting.submitUnlessDeclined(attempt, ask));
	} catch (error) {
		log.error({ ...about, err: error }, "the processor failed; its outcome is not known");
	}
	if (outcome === undefined) return responseOf(pending);
	try {
		return await recordOutcome(payments, pending, outcome, submission);
	} catch (error) {
		// The money may have moved: an error response would invite the caller to charge again.
		log.error({ ...about, err: error }, "could not record an outcome");
		return responseOf(pending);
	}
}

/** Returns the processor's outcome; `undefined` if it is late: only recovery may find it then. */
async function askProcessor(
	{ clocks, processorTimeoutMs }: Payments,
	pending: Transaction,
	{ processor, request, givesUpAt }: Submission,
): Promise<Outcome | undefined> {
	// Writing the transaction may have taken long, and a late request could cross with recovery's inquiry.
	const milliseconds = Math.min(givesUpAt - clocks.real.now(), processorTimeoutMs);
	if (milliseconds <= 0) return undefined;
	const { transaction_id: reference, amount_cents: amountCents, currency } = pending;
	return outsideDeadline(() =>
		withinTime(milliseconds, processor.submit({ ...request, reference, amountCents, currency })),
	);
}

/** Records an outcome and returns the response, which repeated requests get too. */
export async function recordOutcome(
	payments: Pick<Payments, "database" | "writer" | "vault" | "clocks" | "log">,
	pending: Transaction,
	decided: Inquiry | CardTestingDecline,
	{ isKeyed }: { isKeyed: boolean },
): Promise<PaymentResponse> {
	const { database, writer, clocks } = payments;
	const outcome = outcomeOf(decided, clocks.business.now());
	const response = responseOf({ ...pending, ...outcome });
	const isFirst = await writer.recordOutcome({
		transactionId: pending.transaction_id,
		isModification: !isCharge(pending.type),
		outcome,
		response: isKeyed ? response : undefined,
		isReceiptDue: isReceiptDue({ ...pending, ...outcome }),
	});
	const { transaction_id: transactionId, customer_lookup_id: customerLookupId } = pending;
	if (customerLookupId !== null && mayHavePendingCard(pending)) {
		await completePendingCard(payments, { transactionId, customerLookupId });
	}
	if (isFirst) return response;
	// Another gateway recorded an outcome first: that one is final.
	const theirs = await findTransaction(database, pending.merchant_id, { id: pending.id });
	return responseOf(theirs ?? pending);
}

/** Tells whether a charge may have a pending stored card. */
function mayHavePendingCard({ type, card_lookup_id: cardLookupId }: Transaction): boolean {
	return isCharge(type) && cardLookupId === null;
}
