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
import { asCallError, type Shop } from "../shop.ts";

/** The gateway knows an idempotency key for a day. */
const askAgainForMs = 12 * 3_600_000;

/** A refused operation may be in flight for this long. */
const onItsWayMs = 5 * 60_000;

/** `knownOperations` makes a second press do nothing. */
export interface WantedOperation {
	kind: OperationKind;
	amountCents: number;
	knownOperations: number;
}

/** Returns the order unchanged when the operation is not possible now. */
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

export function recoverOperation(shop: Shop, orderId: string): Promise<Order> {
	return shop.lock.run(orderId, async () => {
		const order = shop.orders.get(orderId);
		const last = order.operations.at(-1);
		const outcome = last && isPending(last) ? await findOutcome(shop, order, last) : undefined;
		return outcome === undefined ? order : record(shop, order, outcome);
	});
}

/** Reads the transaction, or sends the operation again under its key. */
async function findOutcome(shop: Shop, order: Order, operation: Operation): Promise<OperationOutcome | undefined> {
	const { outcome, startedAt } = operation;
	if (outcome?.kind === "unknown" && outcome.transactionId !== null) {
		const path = { transaction_id: outcome.transactionId };
		return outcomeOf(await shop.client.get("/transaction-service/transaction/{transaction_id}", { path }), operation);
	}
	const ageMs = shop.now() - startedAt;
	if (ageMs >= askAgainForMs) return undefined;
	const repeated = await send(shop, order, operation);
	// A refusal says nothing about the request before it, which may be in flight.
	const isRefused = repeated.kind === "not_done" && repeated.why !== "declined";
	return isRefused && (repeated.why === "not_sent" || ageMs < onItsWayMs) ? undefined : repeated;
}

async function send(shop: Shop, order: Order, operation: Operation): Promise<OperationOutcome> {
	const { id: idempotencyKey, kind, amountCents } = operation;
	const transactionId = transactionFor(order, kind);
	if (transactionId === undefined) throw new Error(`Order ${orderNumber(order)} was never paid.`);
	const path = { transaction_id: transactionId };
	const { client } = shop;
	const body = { amount: toDollars(amountCents) };
	const answered = await (kind === "void"
		? client.post("/transaction-service/void/{transaction_id}", { path, idempotencyKey })
		: client.post(`/transaction-service/${kind}/{transaction_id}`, { path, body, idempotencyKey })
	).catch(asCallError);
	if (!(answered instanceof CallError)) return outcomeOf(answered, operation);
	if (answered.outcomeUnknown) return { kind: "unknown", transactionId: null };
	return { kind: "not_done", why: answered.status === 400 ? "refused" : "not_sent" };
}

/** Trusts no record of another kind or amount. */
function outcomeOf(record: Schemas["TransactionRecord"], { kind, amountCents }: Operation): OperationOutcome {
	const { transaction_id: transactionId, transaction_result: result, transaction_time: at } = record;
	const isOurs = record.transaction_type === kind && toCents(record.amount) === amountCents;
	if (!isOurs || result === "PENDING") return { kind: "unknown", transactionId: isOurs ? transactionId : null };
	return result === "APPROVED" ? { kind: "done", transactionId, at } : { kind: "not_done", why: "declined" };
}

function record({ orders, log }: Shop, order: Order, outcome: OperationOutcome): Order {
	const why = outcome.kind === "not_done" ? ` (${outcome.why})` : "";
	log("info", `Order ${orderNumber(order)}, ${order.operations.at(-1)?.kind}: ${outcome.kind}${why}.`);
	return orders.save(endOperation(order, outcome));
}
