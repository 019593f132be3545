import { CallError, type Schemas } from "@cardseal/client";
import { toCents, toDollars } from "../catalogue.ts";
import { type Attempt, type DeclineReason, type Order, type Outcome, orderNumber } from "../orders/order.ts";
import type { Shop } from "../shop.ts";

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

/** A repetition under the same key sends no second mail. */
export async function requestByBank({ client }: Shop, order: Order, attempt: Attempt): Promise<Outcome> {
	if (attempt.customerId === null) return { kind: "not_charged", why: "not_sent" };
	const path = { customer_lookup_id: attempt.customerId };
	const number = orderNumber(order);
	const body = { amount: toDollars(order.amountCents), description: `Order ${number}`, metadata: { order: number } };
	const route = "/transaction-service-vt/eft/request/{customer_lookup_id}";
	return bankOutcome(await client.post(route, { path, body, idempotencyKey: attempt.id }), order);
}

export async function readBankRequest({ client }: Shop, order: Order, transactionId: string): Promise<Outcome> {
	const path = { transaction_id: transactionId };
	return bankOutcome(await client.get("/transaction-service-vt/eft/transaction/{transaction_id}", { path }), order);
}

/** APPROVED means that the payer has agreed; the bank has yet to confirm the money. */
function bankOutcome(record: Schemas["EftRecord"], { amountCents }: Order): Outcome {
	const { transaction_id: transactionId, transaction_result: result, settled_time: settledAt } = record;
	if (toCents(record.amount) !== amountCents) return { kind: "unknown", transactionId: null };
	if (result === "PENDING") return { kind: "requested", transactionId };
	if (result === "APPROVED" && settledAt === null) return { kind: "clearing", transactionId };
	if (result === "APPROVED" && settledAt !== null) return { kind: "paid", transactionId, card: null, at: settledAt };
	if (record.return_code === null) return { kind: "not_charged", why: "bank_refused" };
	return { kind: "returned", transactionId };
}
