import { CallError, type Schemas } from "@cardseal/client";
import { toCents, toDollars } from "../catalogue.ts";
import {
	canOperate,
	endOperation,
	isPending,
	type Operation,
	type OperationKind,
	type OperationOutcome,
	type Order,
	orderNumber,
	startOperation,
	transactionFor,
} from "../orders/order.ts";
import type { Shop } from "../shop.ts";

/** Half of the day for which the gateway knows an idempotency key; beyond a day, asking again would be a new operation. */
const askAgainForMs = 12 * 3_600_000;

/** An operation that the gateway refuses now may have been on its way for this long. */
const onItsWayMs = 5 * 60_000;

/** An operation as a page posts it; `knownOperations` is the number of operations the page showed, so that a second press does nothing. */
export interface WantedOperation {
	kind: OperationKind;
	amountCents: number;
	knownOperations: number;
}

/** Captures, voids or refunds; returns the order unchanged when the operation is not possible now. */
export function operate(
	shop: Shop,
	orderId: string,
	{ kind, amountCents, knownOperations }: WantedOperation,
): Promise<Order> {
	return shop.lock.run(orderId, async () => {
		const order = shop.orders.get(orderId);
		if (order.operations.length !== knownOperations || !canOperate(order, kind, amountCents)) return order;
		const started = shop.orders.save(startOperation(order, { kind, amountCents, startedAt: shop.now() }));
		return record(shop, started, await send(shop, started, started.operations.at(-1) as Operation));
	});
}

/** Asks about an operation whose outcome is open, unless one is in flight; returns the order as it is then. */
export async function recoverOperation(shop: Shop, orderId: string): Promise<Order> {
	if (shop.lock.isHeld(orderId)) return shop.orders.get(orderId);
	return shop.lock.run(orderId, async () => {
		const order = shop.orders.get(orderId);
		const last = order.operations.at(-1);
		const outcome = last && isPending(last) ? await findOutcome(shop, order, last) : undefined;
		return outcome === undefined ? order : record(shop, order, outcome);
	});
}

async function findOutcome(shop: Shop, order: Order, operation: Operation): Promise<OperationOutcome | undefined> {
	const { outcome, startedAt } = operation;
	const ageMs = shop.now() - startedAt;
	if (outcome?.kind === "unknown" && outcome.transactionId !== null) {
		const path = { transaction_id: outcome.transactionId };
		const read = () => shop.client.get("/transaction-service/transaction/{transaction_id}", { path });
		const found = await outcomeOf(read, operation);
		return found.kind === "done" || (found.kind === "not_done" && found.why === "declined") ? found : undefined;
	}
	if (ageMs >= askAgainForMs) return undefined;
	const answered = await send(shop, order, operation);
	if (answered.kind === "unknown") return answered.transactionId === null ? undefined : answered;
	// A request that did nothing says nothing about the one before it, unless the bank declined under the same key.
	const isFinal = answered.kind === "done" || answered.why === "declined";
	return isFinal || (answered.why === "refused" && ageMs >= onItsWayMs) ? answered : undefined;
}

function send(shop: Shop, order: Order, operation: Operation): Promise<OperationOutcome> {
	const { id: idempotencyKey, kind, amountCents } = operation;
	const transactionId = transactionFor(order, kind);
	if (transactionId === undefined) throw new Error(`Order ${orderNumber(order)} was never paid.`);
	const path = { transaction_id: transactionId };
	const { client } = shop;
	return outcomeOf(() => {
		if (kind === "void") return client.post("/transaction-service/void/{transaction_id}", { path, idempotencyKey });
		const body = { amount: toDollars(amountCents) };
		return client.post(`/transaction-service/${kind}/{transaction_id}`, { path, body, idempotencyKey });
	}, operation);
}

/** Reads an answer; a record of another kind or amount is not believed. */
async function outcomeOf(
	call: () => Promise<Schemas["TransactionRecord"]>,
	{ kind, amountCents }: Operation,
): Promise<OperationOutcome> {
	try {
		const record = await call();
		const { transaction_id: transactionId, transaction_result: result, transaction_time: at } = record;
		const isOurs = record.transaction_type === kind && toCents(record.amount) === amountCents;
		if (!isOurs || result === "PENDING") return { kind: "unknown", transactionId: isOurs ? transactionId : null };
		return result === "APPROVED" ? { kind: "done", transactionId, at } : { kind: "not_done", why: "declined" };
	} catch (error) {
		if (!(error instanceof CallError)) throw error;
		if (error.outcomeUnknown) return { kind: "unknown", transactionId: null };
		return { kind: "not_done", why: error.status === 400 ? "refused" : "not_sent" };
	}
}

function record({ orders, log }: Shop, order: Order, outcome: OperationOutcome): Order {
	const why = outcome.kind === "not_done" ? ` (${outcome.why})` : "";
	log("info", `Order ${orderNumber(order)}, ${order.operations.at(-1)?.kind}: ${outcome.kind}${why}.`);
	return orders.save(endOperation(order, outcome));
}
