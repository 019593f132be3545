import { type CardTestingDecline, cardTestingDeclineCode, completePendingCard } from "@cardseal/customers";
import { noteRefusal } from "@cardseal/merchants";
import type { Accepted, Outcome } from "@cardseal/vault";
import type { Payments } from "../payments.ts";
import { cleanText } from "../processor-events/clean-text.ts";
import { isReceiptDue } from "../receipts/receipt.ts";
import { findRejection } from "../reversals/rejection.ts";
import { reversalReference } from "../reversals/reversals.store.ts";
import type { PendingState, Transaction } from "../tables.ts";
import { type PaymentResponse, responseOf } from "../transaction/payment-response.ts";
import { isCharge } from "../transaction/transaction.ts";
import { findTransaction } from "../transaction/transactions.store.ts";
import { addDetails, type RecordedOutcome, unanswered } from "./outcomes.store.ts";
import { keepProcessorId, noteState } from "./pending.store.ts";

export type Reported = Outcome | { result: "not_received" };

export type Decided = Reported | CardTestingDecline;

/**
 * Stores the processor's id and the state.
 *
 * @returns the transaction with the id
 */
export async function noteAnswer(
	{ database }: Pick<Payments, "database">,
	transaction: Transaction,
	answer: Pick<Accepted, "processorTransactionId">,
	state: "accepted" | "differs",
): Promise<Transaction> {
	// The id comes first: some processors answer no inquiry without it.
	await keepProcessorId(database, transaction.transaction_id, answer);
	await noteState(database, transaction.transaction_id, state);
	return {
		...transaction,
		processor_transaction_id: answer.processorTransactionId || transaction.processor_transaction_id,
	};
}

interface Recording {
	isKeyed: boolean;
	/** `true` for a card that joins its customer after an approval. */
	mayHavePendingCard: boolean;
	/** `true` for a card that may lack the network's id. */
	mayLackNetworkId: boolean;
}

export interface RecordedResponse {
	response: PaymentResponse;
	/** `false` after another outcome: the first is final. */
	isFirst: boolean;
}

export async function recordOutcome(
	payments: Pick<Payments, "database" | "writer" | "vault" | "clocks" | "log">,
	pending: Transaction,
	decided: Decided,
	{ isKeyed, mayHavePendingCard, mayLackNetworkId }: Recording,
): Promise<RecordedResponse> {
	const { database, writer, clocks } = payments;
	const { transaction_id: transactionId, merchant_id: merchantId, customer_lookup_id: customerLookupId } = pending;
	const now = clocks.business.now();
	const rejection = await findRejection(database, pending, decided);
	const outcome = outcomeOf(rejection ?? decided, now);
	const response = responseOf({ ...pending, ...outcome });
	const isFirst = await writer.writeOutcome({
		transactionId,
		isModification: !isCharge(pending.type),
		outcome,
		response: isKeyed ? response : undefined,
		isReceiptDue: isReceiptDue({ ...pending, ...outcome }),
		reversal: rejection && {
			reference: reversalReference({ transaction_id: transactionId, operation: "void", number: 1 }),
			at: clocks.real.now(),
		},
	});
	if (customerLookupId !== null && mayHavePendingCard) {
		await completePendingCard(payments, { transactionId, merchantId, customerLookupId });
	}
	if (isFirst) {
		if (outcome.decline_code === "account_refused") await noteRefusedAccount(payments, pending);
		if (mayLackNetworkId) await keepFirstId(payments, pending, outcome);
		return { response, isFirst };
	}
	await addMissing(payments, pending, rejection === undefined ? [outcome] : [outcome, outcomeOf(decided, now)]);
	const theirs = await findTransaction(database, pending.merchant_id, { id: pending.id });
	return { response: responseOf(theirs ?? pending), isFirst };
}

/** A processor event may have reported the same outcome first, with fewer details, or before the merchant had its rule. */
async function addMissing(
	payments: Pick<Payments, "database" | "writer" | "log">,
	pending: Transaction,
	outcomes: RecordedOutcome[],
): Promise<void> {
	for (const outcome of outcomes) {
		if (!(await addDetails(payments.database, pending.transaction_id, outcome))) continue;
		await keepFirstId(payments, pending, outcome);
	}
}

/** Reminds the owners. Never throws: the charge has its outcome. */
async function noteRefusedAccount(
	{ database, clocks, log }: Pick<Payments, "database" | "clocks" | "log">,
	{ merchant_id: merchantId, processor, processor_account: accountId }: Transaction,
): Promise<void> {
	if (accountId === null) return;
	const about = { processor, account_id: accountId };
	try {
		if (!(await noteRefusal(database, clocks, { merchantId, accountId }))) return;
		log.error(about, "ALARM: a processor refuses a merchant's account");
	} catch (error) {
		log.error({ ...about, err: error }, "could not note that a processor refuses an account");
	}
}

/** Stores the network's id with the card. Never throws: the charge has its outcome. */
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

/** `now` is ms since 1970. */
export function outcomeOf(decided: Decided, now: number): RecordedOutcome {
	switch (decided.result) {
		case "approved":
			return {
				...answered(decided),
				status: "APPROVED",
				processor_auth_code: cleanText(decided.authorizationCode),
				capture_before: decided.captureBefore ?? null,
				decided_at: now,
			};
		case "declined":
			return {
				...answered(decided),
				status: "DECLINED",
				decline_class: decided.declineClass,
				decline_code: decided.declineCode,
				advice_code: decided.adviceCode ?? null,
				decided_at: now,
			};
		case "not_received":
			return {
				...unanswered,
				status: "DECLINED",
				message: "The processor never received this request.",
				decline_class: "soft",
				decline_code: "not_received",
				decided_at: now,
			};
		case "declined_as_card_testing":
			return {
				...unanswered,
				status: "DECLINED",
				message: cleanText(decided.words.message),
				decline_class: decided.words.declineClass,
				decline_code: cardTestingDeclineCode,
				card_testing_reason: decided.reason,
				decided_at: now,
			};
	}
}

function answered(outcome: Outcome) {
	const { authenticated } = outcome;
	return {
		...unanswered,
		message: cleanText(outcome.message),
		avs_result: outcome.avsResult ?? null,
		cvv_result: outcome.cvvResult ?? null,
		three_d_secure_status: authenticated?.status ?? null,
		three_d_secure_version: authenticated?.version ?? null,
		three_d_secure_eci: authenticated?.eci ?? null,
		liability_shift: authenticated?.liabilityShift ?? null,
		issuer_code: outcome.issuerCode === undefined ? null : cleanText(outcome.issuerCode),
		network_transaction_id: outcome.networkTransactionId?.replaceAll("\0", "") ?? null,
		processor_transaction_id: outcome.processorTransactionId.replaceAll("\0", ""),
	};
}

/** Tells whether an approval is about another amount or currency than was requested. */
export function answersAnother(outcome: Decided, requested: { amount_cents: number; currency: string }): boolean {
	if (outcome.result !== "approved") return false;
	const { amountCents = requested.amount_cents, currency = requested.currency } = outcome;
	return amountCents !== requested.amount_cents || currency !== requested.currency;
}

/**
 * Tells whether the operator must look at an outcome after an approval of another amount. Only an approval of
 * the requested amount is clear.
 *
 * @param state `undefined` if the transaction has its outcome
 */
export function isAmbiguous(state: PendingState | undefined, outcome: Reported): boolean {
	if (state !== "differs") return false;
	return outcome.result !== "approved" || outcome.amountCents === undefined || outcome.currency === undefined;
}
