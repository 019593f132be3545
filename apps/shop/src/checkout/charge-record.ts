import { CallError, type Schemas } from "@cardseal/client";
import { toCents } from "../catalogue.ts";
import { type DeclineReason, type Order, type Outcome, orderNumber } from "../orders/order.ts";

type TransactionRecord = Schemas["TransactionRecord"];

/** A payer who learns more could test stolen cards. */
const reasons: { [Code in NonNullable<TransactionRecord["decline_code"]>]?: DeclineReason } = {
	insufficient_funds: "funds",
	expired_card: "expired",
	incorrect_cvv: "security_code",
	cvv_mismatch: "security_code",
	avs_mismatch: "address",
	authentication_failed: "bank_check",
	processing_error: "not_processed",
	not_received: "not_received",
};

type ChargedOrder = Pick<Order, "id" | "amountCents" | "hold" | "attempts">;

/** All attempts of an order have its number. */
export function isOfAttempt(record: TransactionRecord, order: ChargedOrder, attemptId: string): boolean {
	const others = order.attempts.filter(({ id }) => id !== attemptId).map(({ outcome }) => outcome);
	const isOther = others.some((one) => one && "transactionId" in one && one.transactionId === record.transaction_id);
	return record.invoice_id === orderNumber(order) && !isOther;
}

/** Trusts no record of another attempt, amount or type. */
export function chargeOutcome(record: TransactionRecord, order: ChargedOrder, attemptId: string): Outcome {
	const { amountCents, hold } = order;
	const isOfType = record.transaction_type === (hold ? "authorization" : "sale");
	if (!isOfAttempt(record, order, attemptId) || !isOfType || toCents(record.amount) !== amountCents) {
		return { kind: "unknown", transactionId: null };
	}
	const { transaction_id: transactionId, transaction_result: result, transaction_time: at } = record;
	const card = { brand: record.card_type, suffix: record.card_last4 };
	if (result === "APPROVED" && record.transaction_success) {
		return { kind: hold ? "held" : "paid", transactionId, card, at };
	}
	if (result !== "DECLINED") {
		const { next_action: action } = record;
		return { kind: "unknown", transactionId, ...(action && { bankUrl: action.url }) };
	}
	return {
		kind: "declined",
		transactionId,
		card,
		reason: reasons[record.decline_code ?? "do_not_honour"] ?? "general",
	};
}

export function failedOutcome(error: unknown): Outcome & { kind: "unknown" | "not_charged" } {
	if (!(error instanceof CallError)) throw error;
	if (error.outcomeUnknown) return { kind: "unknown", transactionId: null };
	// 429 refuses no payment: the gateway did not look at it.
	const isRefused = error.status !== undefined && error.status !== 429 && error.status < 500;
	return { kind: "not_charged", why: isRefused ? "refused" : "not_sent" };
}
