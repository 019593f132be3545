import { CallError, type Schemas } from "@cardseal/client";
import { toCents, toDollars } from "../catalogue.ts";
import { type Order, orderNumber, paymentOf } from "../orders/order.ts";
import { asCallError, type Shop, customerTimeLimitMs as timeLimitMs } from "../shop.ts";

export const operationKinds = ["capture", "void", "refund"] as const;
export type OperationKind = (typeof operationKinds)[number];

export type Operation = Pick<
	Schemas["TransactionRecord"],
	"transaction_id" | "transaction_type" | "transaction_result" | "amount"
>;

/** Oldest first. The invoice id is that of the payment. */
export async function listOperations({ client }: Shop, order: Order): Promise<Operation[]> {
	const query = { invoice_id: orderNumber(order), limit: 100 };
	const { entities } = await client.get("/transaction-service/transaction", { query, timeLimitMs });
	return entities.filter((record) => record.original_transaction_id !== null).toReversed();
}

export function findDone(operations: Operation[], kind: OperationKind): Operation | undefined {
	return operations.find((one) => one.transaction_type === kind && one.transaction_result === "APPROVED");
}

export function refundedCents(operations: Operation[]): number {
	const refunds = operations.filter(
		(one) => one.transaction_type === "refund" && one.transaction_result === "APPROVED",
	);
	return refunds.reduce((sum, { amount }) => sum + toCents(amount), 0);
}

export function isWaiting(operations: Operation[]): boolean {
	return operations.some(({ transaction_result: result }) => result === "PENDING");
}

/** One operation at a time: a second one could repeat the first. A bank payment has none. */
export function possibleCents(order: Order, operations: Operation[], kind: OperationKind): number {
	const payment = paymentOf(order);
	if (!payment?.card || isWaiting(operations) || findDone(operations, "void")) return 0;
	const isHeld = payment.kind === "held" && !findDone(operations, "capture");
	if (kind === "refund") return isHeld ? 0 : order.amountCents - refundedCents(operations);
	return isHeld ? order.amountCents : 0;
}

/** `knownOperations` and the key make a second press do nothing. Returns false without an approving answer. */
export function operate(
	shop: Shop,
	orderId: string,
	wanted: { kind: OperationKind; amountCents: number; knownOperations: number },
): Promise<boolean> {
	const { client, lock, log, orders } = shop;
	const { kind, amountCents, knownOperations } = wanted;
	return lock.run(orderId, async () => {
		const order = orders.get(orderId);
		const operations = await listOperations(shop, order).catch(asCallError);
		if (operations instanceof CallError) return false;
		const possible = possibleCents(order, operations, kind);
		const isPossible = kind === "refund" ? amountCents >= 1 && amountCents <= possible : possible > 0;
		if (operations.length !== knownOperations || !isPossible) return true;
		// After a capture, refunds refer to the capture.
		const original = findDone(operations, "capture")?.transaction_id ?? paymentOf(order)?.transactionId ?? "";
		const path = { transaction_id: original };
		const body = { amount: toDollars(kind === "refund" ? amountCents : possible) };
		const idempotencyKey = `${order.id}-f${knownOperations + 1}`;
		const sent = await (kind === "void"
			? client.post("/transaction-service/void/{transaction_id}", { path, idempotencyKey })
			: client.post(`/transaction-service/${kind}/{transaction_id}`, { path, body, idempotencyKey })
		).catch(asCallError);
		const hasFailed = sent instanceof CallError;
		log("info", `Order ${orderNumber(order)}, ${kind}: ${hasFailed ? sent.code : sent.transaction_result}.`);
		return !hasFailed;
	});
}
