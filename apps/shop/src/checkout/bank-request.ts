import type { Schemas } from "@cardseal/client";
import { toCents, toDollars } from "../catalogue.ts";
import { type Attempt, type Order, type Outcome, orderNumber } from "../orders/order.ts";
import type { Shop } from "../shop.ts";

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
