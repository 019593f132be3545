import type { Accepted, Outcome } from "@cardseal/vault";
import { system } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { CardTestingDecline } from "../../card-testing/protection.ts";
import { completePendingCard } from "../../customers/cards/pending-cards.ts";
import { type PaymentResponse, responseOf } from "../payment-response.ts";
import type { Payments } from "../payments.ts";
import { isReceiptDue } from "../receipts/receipt-due.ts";
import type { Transaction } from "../tables.ts";
import { isCharge } from "../transaction/transaction.ts";
import { findTransaction } from "../transaction/transactions.store.ts";
import { answersAnother, type Decided, outcomeOf } from "./outcome.ts";
import type { RecordedOutcome } from "./outcomes.store.ts";
import { keepProcessorId, makeInquiryDue, noteState } from "./pending.store.ts";

/** The answer about another amount or currency. The transaction stays PENDING until a person has looked at it. */
export const differingAnswer = "ALARM: a processor approved another amount or currency";

/** Keeps the processor's id, by which recovery may inquire. Returns the transaction, which stays PENDING. */
export async function noteAccepted(
	{ database }: Pick<Payments, "database">,
	pending: Transaction,
	accepted: Accepted,
): Promise<Transaction> {
	await noteState(database, pending.transaction_id, "accepted");
	await keepProcessorId(database, pending.transaction_id, accepted);
	return { ...pending, processor_transaction_id: accepted.processorTransactionId ?? pending.processor_transaction_id };
}

/** The problem of such an answer, for a person. */
export const anotherAmount = "The processor approved another amount or currency.";

interface Recording {
	isKeyed: boolean;
	/** `true` for a card that joins its customer's cards once the charge is approved. */
	mayHavePendingCard: boolean;
	/** `true` for a stored card that may lack the network's id of its first charge. */
	mayLackNetworkId: boolean;
}

/** Records an outcome, unless there is one, and returns the final response, which repeated requests get too. */
export async function recordOutcome(
	payments: Pick<Payments, "database" | "writer" | "vault" | "clocks" | "log">,
	pending: Transaction,
	decided: Decided,
	{ isKeyed, mayHavePendingCard, mayLackNetworkId }: Recording,
): Promise<PaymentResponse> {
	const { database, writer, clocks } = payments;
	const { transaction_id: transactionId, merchant_id: merchantId, customer_lookup_id: customerLookupId } = pending;
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
		await completePendingCard(payments, { transactionId, merchantId, customerLookupId });
	}
	if (isFirst) {
		if (mayLackNetworkId) await keepFirstId(payments, pending, outcome);
		return response;
	}
	// An outcome was recorded first: that one is final.
	const theirs = await findTransaction(database, pending.merchant_id, { id: pending.id });
	return responseOf(theirs ?? pending);
}

/** The context of recording outcomes that come after the gateway's wait: of late answers, inquiries, notices and people. */
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
 * Records the outcome that a processor reports after the gateway's wait, unless the transaction has one. `not_received` only makes
 * an inquiry due. One against the recorded outcome, or about another amount, changes nothing; the first writes an audit event.
 *
 * @returns why a person has to look at it, if one has to
 */
export async function recordReportedOutcome(
	recording: LateRecording,
	transaction: Transaction,
	outcome: Reported,
): Promise<string | undefined> {
	const { database, clocks } = recording;
	if (answersAnother(outcome, transaction)) {
		await noteState(database, transaction.transaction_id, "differs");
		return anotherAmount;
	}
	if (transaction.status !== "PENDING") return recordDifference(recording, transaction, outcome, transaction.status);
	if (outcome.result === "not_received") {
		// Our request may still be on its way: only an inquiry, behind the journal's tombstone, decides.
		await makeInquiryDue(database, transaction.transaction_id, clocks.real.now());
		return undefined;
	}
	// Another outcome may be recorded first.
	const { body } = await recordLateOutcome(recording, transaction, outcome);
	return recordDifference(recording, transaction, outcome, body.transaction_result);
}

/** The processor's word about a request, in an answer, an inquiry or a notice. */
export type Reported = Outcome | { result: "not_received" };

/**
 * Compares a reported outcome with the recorded one, and writes an audit event about a difference.
 *
 * @returns the difference, for a person
 */
export async function recordDifference(
	{ database, clocks }: Pick<Payments, "database" | "clocks">,
	{ transaction_id: object, merchant_id: merchantId }: Transaction,
	{ result }: Reported,
	recorded: Transaction["status"],
): Promise<string | undefined> {
	const reported = result === "approved" ? "APPROVED" : "DECLINED";
	if (reported === recorded) return undefined;
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
