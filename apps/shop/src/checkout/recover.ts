import { type Attempt, endAttempt, type Order, type Outcome, orderNumber, orderState } from "../orders/order.ts";
import type { Shop } from "../shop.ts";
import { readBankRequest, requestByBank } from "./bank-request.ts";
import { chargeOutcome, isOfAttempt } from "./charge-record.ts";
import { describe } from "./pay.ts";

/**
 * An attempt that the gateway does not know so long after its start was never received. Far longer than a request can be on its
 * way: a new attempt before the old one has arrived could take the money twice.
 */
export const absentAfterMs = 5 * 60_000;

/** The gateway knows an idempotency key for a day; after that, asking again would be a second request. */
const keyLifetimeMs = 24 * 3_600_000;

/** Asks the gateway about an order whose outcome is open, unless a payment is in flight; returns the order as it is then. */
export async function recoverPayment(shop: Shop, orderId: string): Promise<Order> {
	const { orders, lock, log, now } = shop;
	if (lock.isHeld(orderId)) return orders.get(orderId);
	return lock.run(orderId, async () => {
		const order = orders.get(orderId);
		if (!["paying", "unknown", "requested", "clearing"].includes(orderState(order))) return order;
		const attempt = order.attempts.at(-1) as Attempt;
		const find = attempt.method === "bank" ? findBankOutcome : findChargeOutcome;
		const outcome = await find(shop, order, attempt).catch((error: Error) => {
			log("error", `Order ${orderNumber(order)} could not be checked: ${error.name}.`);
			return undefined;
		});
		if (outcome === undefined || !isNews(outcome, attempt.outcome)) return order;
		log("info", `Order ${orderNumber(order)}, recovered: ${describe(outcome)}.`);
		return orders.save(endAttempt(order, attempt.id, outcome, now()));
	});
}

/** A transaction id is news; another unknown outcome is not. */
function isNews(found: Outcome, known: Outcome | undefined): boolean {
	if (found.kind !== "unknown") return found.kind !== known?.kind;
	return found.transactionId !== null && !(known?.kind === "unknown" && known.transactionId === found.transactionId);
}

/** Reads the payment by its transaction id, or by the order number when the answer was lost. Never charges. */
async function findChargeOutcome(
	shop: Shop,
	order: Order,
	{ id, outcome, startedAt }: Attempt,
): Promise<Outcome | undefined> {
	const { client, now } = shop;
	if (outcome?.kind === "unknown" && outcome.transactionId !== null) {
		const path = { transaction_id: outcome.transactionId };
		return chargeOutcome(await client.get("/transaction-service/transaction/{transaction_id}", { path }), order, id);
	}
	const query = { invoice_id: orderNumber(order), limit: 100 };
	const { entities } = await client.get("/transaction-service/transaction", { query });
	// A capture, void or refund has the invoice id of its payment.
	const isCharge = (type: string) => type === "sale" || type === "authorization";
	const record = entities.find((one) => isOfAttempt(one, order, id) && isCharge(one.transaction_type));
	if (record !== undefined) return chargeOutcome(record, order, id);
	return now() - startedAt >= absentAfterMs ? { kind: "not_charged", why: "not_received" } : undefined;
}

/** Without a transaction id, asks again under the attempt's key: the gateway then repeats its first answer. */
async function findBankOutcome(shop: Shop, order: Order, attempt: Attempt): Promise<Outcome | undefined> {
	const { outcome, startedAt } = attempt;
	if (outcome?.kind === "requested" || outcome?.kind === "clearing") {
		return readBankRequest(shop, order, outcome.transactionId);
	}
	return shop.now() - startedAt < keyLifetimeMs ? requestByBank(shop, order, attempt) : undefined;
}
