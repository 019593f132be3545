import type { Accepted } from "@cardseal/vault";
import { completePendingCard } from "../../customers/cards/pending-cards.ts";
import { type PaymentResponse, responseOf } from "../payment-response.ts";
import type { Payments } from "../payments.ts";
import { isReceiptDue } from "../receipts/receipt.ts";
import type { Transaction } from "../tables.ts";
import { isCharge } from "../transaction/transaction.ts";
import { findTransaction } from "../transaction/transactions.store.ts";
import { type Decided, outcomeOf } from "./outcome.ts";
import type { RecordedOutcome } from "./outcomes.store.ts";
import { keepProcessorId, noteState } from "./pending.store.ts";

/** Keeps the processor's id, by which recovery may inquire. Returns the transaction, which stays PENDING. */
export async function noteAccepted(
	{ database }: Pick<Payments, "database">,
	pending: Transaction,
	accepted: Accepted,
): Promise<Transaction> {
	// The id first: without it, some processors cannot be asked about what they accepted.
	await keepProcessorId(database, pending.transaction_id, accepted);
	await noteState(database, pending.transaction_id, "accepted");
	return { ...pending, processor_transaction_id: accepted.processorTransactionId ?? pending.processor_transaction_id };
}

interface Recording {
	isKeyed: boolean;
	/** `true` for a card that joins its customer's cards once the charge is approved. */
	mayHavePendingCard: boolean;
	/** `true` for a stored card that may lack the network's id of its first charge. */
	mayLackNetworkId: boolean;
}

export interface RecordedResponse {
	/** The final response, which repeated requests get too. */
	response: PaymentResponse;
	/** `false` when another outcome was recorded first: that one is final. */
	isFirst: boolean;
}

/** Records an outcome, unless there is one. */
export async function recordOutcome(
	payments: Pick<Payments, "database" | "writer" | "vault" | "clocks" | "log">,
	pending: Transaction,
	decided: Decided,
	{ isKeyed, mayHavePendingCard, mayLackNetworkId }: Recording,
): Promise<RecordedResponse> {
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
		return { response, isFirst };
	}
	const theirs = await findTransaction(database, pending.merchant_id, { id: pending.id });
	return { response: responseOf(theirs ?? pending), isFirst };
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
