import type { Accepted, Outcome, Processor, ProcessorRequest } from "@cardseal/vault";
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
import { answersAnother, type Decided, outcomeOf } from "./outcome.ts";
import type { RecordedOutcome } from "./outcomes.store.ts";
import { keepProcessorId, noteState } from "./pending.store.ts";

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
export type WithoutWrittenDown<Request> = Request extends ProcessorRequest
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
	let answer: Outcome | Accepted | CardTestingDecline | undefined;
	try {
		answer = await (attempt === undefined ? ask() : cardTesting.submitUnlessDeclined(attempt, ask));
	} catch (error) {
		log.error({ ...about, err: error }, "the processor failed; its outcome is not known");
	}
	if (answer === undefined) return responseOf(pending);
	try {
		if (answer.result === "accepted") return await noteAccepted(payments, pending, answer);
		if (answersAnother(answer, pending)) return await noteDiffering(payments, pending);
		const { storedCredential } = "card" in submission.request ? submission.request : {};
		return await recordOutcome(payments, pending, answer, {
			isKeyed: submission.isKeyed,
			mayHavePendingCard: storedCredential?.use === "first",
			mayLackNetworkId: storedCredential?.use === "later" && storedCredential.networkTransactionId === null,
		});
	} catch (error) {
		// The money may have moved: an error response would invite the caller to charge again.
		log.error({ ...about, err: error }, "could not record an outcome");
		return responseOf(pending);
	}
}

/** Returns the processor's answer; `undefined` if it is late: only recovery may find it then. */
async function askProcessor(
	{ clocks, processorTimeoutMs }: Payments,
	pending: Transaction,
	{ processor, request, givesUpAt }: Submission,
): Promise<Outcome | Accepted | undefined> {
	// Writing the transaction may have taken long, and a late request could cross with recovery's inquiry.
	const milliseconds = Math.min(givesUpAt - clocks.real.now(), processorTimeoutMs);
	if (milliseconds <= 0) return undefined;
	const { transaction_id: reference, amount_cents: amountCents, currency } = pending;
	return outsideDeadline(() =>
		withinTime(milliseconds, processor.submit({ ...request, reference, amountCents, currency })),
	);
}

/** Keeps the processor's id, by which recovery may inquire. The transaction stays PENDING. */
async function noteAccepted(
	{ database }: Pick<Payments, "database">,
	pending: Transaction,
	accepted: Accepted,
): Promise<PaymentResponse> {
	await noteState(database, pending.transaction_id, "accepted");
	await keepProcessorId(database, pending.transaction_id, accepted);
	return responseOf(pending);
}

/** The answer about another amount or currency. The transaction stays PENDING until a person has looked at it. */
export const differingAnswer = "ALARM: a processor approved another amount or currency";

async function noteDiffering(
	{ database, log }: Pick<Payments, "database" | "log">,
	pending: Transaction,
): Promise<PaymentResponse> {
	log.error({ transaction_id: pending.transaction_id }, differingAnswer);
	await noteState(database, pending.transaction_id, "differs");
	return responseOf(pending);
}

interface Recording {
	isKeyed: boolean;
	/** `true` for a card that joins its customer's cards once the charge is approved. */
	mayHavePendingCard: boolean;
	/** `true` for a stored card that may lack the network's id of its first charge. */
	mayLackNetworkId: boolean;
}

/** Records an outcome and returns the response, which repeated requests get too. */
async function recordOutcome(
	payments: Pick<Payments, "database" | "writer" | "vault" | "clocks" | "log">,
	pending: Transaction,
	decided: Decided,
	{ isKeyed, mayHavePendingCard, mayLackNetworkId }: Recording,
): Promise<PaymentResponse> {
	const { database, writer, clocks } = payments;
	const { transaction_id: transactionId, customer_lookup_id: customerLookupId } = pending;
	const outcome = outcomeOf(decided, clocks.business.now());
	const response = responseOf({ ...pending, ...outcome });
	const isFirst = await writer.recordOutcome({
		transactionId,
		isModification: !isCharge(pending.type),
		outcome,
		response: isKeyed ? response : undefined,
		isReceiptDue: isReceiptDue({ ...pending, ...outcome }),
	});
	if (customerLookupId !== null && mayHavePendingCard) {
		await completePendingCard(payments, { transactionId, customerLookupId });
	}
	if (mayLackNetworkId) await keepFirstId(payments, pending, outcome);
	if (isFirst) return response;
	// Another gateway recorded an outcome first: that one is final.
	const theirs = await findTransaction(database, pending.merchant_id, { id: pending.id });
	return responseOf(theirs ?? pending);
}

/** The context of recording outcomes that come after the gateway's wait: of inquiries, notices and people. */
export type LateRecording = Pick<Payments, "database" | "writer" | "vault" | "clocks" | "log" | "cardTesting">;

/** Records such an outcome, also for card-testing protection, and returns the final response. */
export async function recordLateOutcome(
	recording: LateRecording,
	pending: Transaction,
	decided: Exclude<Decided, CardTestingDecline>,
): Promise<PaymentResponse> {
	await recording.cardTesting.recordResult(pending.transaction_id, decided.result);
	// Without a key, the response updates no row.
	const mayHavePendingCard = isCharge(pending.type) && pending.subscription_lookup_id === null;
	return recordOutcome(recording, pending, decided, { isKeyed: true, mayHavePendingCard, mayLackNetworkId: true });
}

/**
 * Keeps the network's id of an approved charge with its stored card, for the card's later charges. Never throws: the charge
 * has its outcome.
 */
async function keepFirstId(
	{ writer, log }: Pick<Payments, "writer" | "log">,
	{ card_lookup_id: cardLookupId }: Transaction,
	{ status, network_transaction_id: networkTransactionId }: RecordedOutcome,
): Promise<void> {
	if (status !== "APPROVED" || cardLookupId === null || networkTransactionId === null) return;
	try {
		await writer.keepNetworkId({ cardLookupId, networkTransactionId });
	} catch (error) {
		log.warn({ err: error }, "could not keep the network's id of a card's first charge");
	}
}
