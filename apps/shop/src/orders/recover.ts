import { chargeOutcome, isOfAttempt, readBankRequest, requestByBank } from "../checkout/charge-record.ts";
import { describe } from "../checkout/pay.ts";
import { deleteObsoleteCards } from "../saved-cards/saved-cards.ts";
import type { Shop } from "../shop.ts";
import { readSubscription } from "../subscriptions/subscriptions.ts";
import { type Attempt, endAttempt, mayChange, needsRecovery, type Order, type Outcome, orderNumber } from "./order.ts";

/** An attempt unknown for so long was never received. */
export const absentAfterMs = 5 * 60_000;

/** A later question would be a second request. */
const keyLifetimeMs = 24 * 3_600_000;

/** @throws when no answer comes */
export async function recoverOrder(shop: Shop, orderId: string): Promise<void> {
	const order = await recoverPayment(shop, orderId);
	if (!order.isSubscribed) await readSubscription(shop, orderId);
}

/** `missed`: also asks about orders whose events may have been missed. Returns true when each was answered. */
export async function recoverAll(shop: Shop, missed = false, closing?: AbortSignal): Promise<boolean> {
	const { orders, lock, log } = shop;
	let isComplete = true;
	for (const order of orders.listUnsettled()) {
		if (closing?.aborted) return false;
		if (lock.isHeld(order.id) || !(missed || needsRecovery(order))) continue;
		await recoverOrder(shop, order.id).catch((error: Error) => {
			isComplete = false;
			log("error", `Order ${orderNumber(order)} could not be checked: ${error.name}.`);
		});
	}
	if (!closing?.aborted) await deleteObsoleteCards(shop);
	return isComplete;
}

export function recoverPayment(shop: Shop, orderId: string): Promise<Order> {
	const { orders, lock, log, now } = shop;
	return lock.run(orderId, async () => {
		const order = orders.get(orderId);
		const attempt = order.attempts.at(-1);
		if (attempt === undefined || !mayChange(attempt.outcome)) return order;
		const find = attempt.method === "bank" ? findBankOutcome : findChargeOutcome;
		const outcome = await find(shop, order, attempt);
		if (outcome === undefined || !isNews(outcome, attempt.outcome)) return order;
		log("info", `Order ${orderNumber(order)}, recovered: ${describe(outcome)}.`);
		return orders.save(endAttempt(order, attempt.id, outcome, now()));
	});
}

/** A transaction id is news. */
function isNews(found: Outcome, known: Outcome | undefined): boolean {
	if (found.kind !== "unknown") return found.kind !== known?.kind;
	return found.transactionId !== null && !(known?.kind === "unknown" && known.transactionId === found.transactionId);
}

/** Never charges. Uses the order number when the answer was lost. */
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

/** Without a transaction id, the gateway repeats its first answer, which may be old. */
async function findBankOutcome(shop: Shop, order: Order, attempt: Attempt): Promise<Outcome | undefined> {
	const { outcome, startedAt } = attempt;
	if (outcome && "transactionId" in outcome && outcome.transactionId !== null) {
		return readBankRequest(shop, order, outcome.transactionId);
	}
	if (shop.now() - startedAt >= keyLifetimeMs) return undefined;
	const first = await requestByBank(shop, order, attempt);
	return first.kind === "requested" ? readBankRequest(shop, order, first.transactionId) : first;
}
