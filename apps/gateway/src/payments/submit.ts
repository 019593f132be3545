import type { Inquiry, Outcome, Processor, ProcessorRequest } from "@cardseal/vault";
import type { Attempt, CardTestingDecline } from "../card-testing/protection.ts";
import { completePendingCard } from "../customers/cards/pending-cards.ts";
import { withinTime } from "../time-limit.ts";
import { outcomeOf } from "./outcome.ts";
import { type PaymentResponse, responseOf } from "./payment-response.ts";
import type { Payments } from "./payments.ts";
import { isReceiptDue } from "./receipts/receipt-due.ts";
import type { Transaction } from "./tables.ts";
import { isCharge } from "./transaction.ts";
import { findTransaction } from "./transactions.store.ts";

/**
 * How long after a transaction's own gateway has given up waiting the recovery begins to ask, so that the two do not
 * meet. The clocks of gateways that share a database should not differ by more.
 */
const inquiryReserveMs = 1_000;

/** A request to a processor as it is sent once its transaction is written down. */
export interface Submission {
	processor: Processor;
	request: WithoutWrittenDown<ProcessorRequest>;
	/** Where somebody tries a card: the guard decides whether the processor is asked. */
	attempt?: Attempt;
	/** Real time, ms since 1970. */
	givesUpAt: number;
	/** Whether the request may come again with the same key and wants its answer kept. */
	isKeyed: boolean;
}

/** A transaction's id, amount and currency are sent as they were written down. */
type WithoutWrittenDown<Request> = Request extends ProcessorRequest
	? Omit<Request, "reference" | "amountCents" | "currency">
	: never;

/** Until when a processor is waited for, and from when on the recovery may ask. Both in real time, ms since 1970. */
export function waitingTimes({ clocks, processorTimeoutMs }: Pick<Payments, "clocks" | "processorTimeoutMs">): {
	givesUpAt: number;
	waitsUntil: number;
} {
	const givesUpAt = clocks.real.now() + processorTimeoutMs;
	return { givesUpAt, waitsUntil: givesUpAt + inquiryReserveMs };
}

/** Sends a PENDING transaction to its processor and writes down what comes of it; never throws. */
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
		// The money may have moved: an error would say that nothing was changed, and invite to charge again.
		log.error({ ...about, err: error }, "could not write an outcome down");
		return responseOf(pending);
	}
}

/** The processor's word, or `undefined` when there is none in time: then nobody but the recovery may find out. */
async function askProcessor(
	{ clocks }: Payments,
	pending: Transaction,
	{ processor, request, givesUpAt }: Submission,
): Promise<Outcome | undefined> {
	// Writing the transaction down may have taken long. What is asked too late might cross with the recovery's own asking.
	const milliseconds = givesUpAt - clocks.real.now();
	if (milliseconds <= 0) return undefined;
	const { transaction_id: reference, amount_cents: amountCents, currency } = pending;
	return withinTime(milliseconds, processor.submit({ ...request, reference, amountCents, currency }));
}

/** Writes an outcome down and returns the answer for it: for the caller now, and for whoever repeats the request. */
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
	if (customerLookupId !== null && mayHoldCard(pending)) {
		await completePendingCard(payments, { transactionId, customerLookupId });
	}
	if (isFirst) return response;
	// Somebody else found out first, so what they wrote down is the outcome.
	const theirs = await findTransaction(database, pending.merchant_id, { id: pending.id });
	return responseOf(theirs ?? pending);
}

/** Whether it charges a card that was not stored before. */
function mayHoldCard({ type, card_lookup_id: cardId }: Transaction): boolean {
	return isCharge(type) && cardId === null;
}
