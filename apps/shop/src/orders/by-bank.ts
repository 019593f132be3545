import type { Client } from "@cardseal/client";
import { isMonthly } from "../catalogue.ts";
import { askByBank, readBankRequest } from "../gateway/bank-request.ts";
import type { SaleAnswer } from "../gateway/sale.ts";
import { type Attempt, isByBankOpen, type Order, type Outcome } from "./order.ts";
import { orderNumber } from "./order-id.ts";

/** The gateway knows a key for a day; after that, to ask again would be to ask twice. */
const keyLifeMs = 24 * 3_600_000;

/** Whether an order can be paid from a bank account: what is only held, or comes every month, needs a card. */
export function canPayByBank(order: Order): boolean {
	return !order.hold && !isMonthly(order);
}

/** Has the payer of an attempt asked. */
export function requestByBank(client: Client, order: Order, attempt: Attempt): Promise<SaleAnswer> {
	const { id: attemptId, customerId } = attempt;
	if (customerId === null) return Promise.resolve({ outcome: { kind: "not_charged", why: "not_sent" } });
	const description = `Order ${orderNumber(order.id)}`;
	return askByBank(client, { attemptId, customerId, amountCents: order.amountCents, description });
}

/** What has become of an attempt since it was looked at last; `undefined` while nothing has, or nobody knows. */
export async function findOutByBank(
	client: Client,
	order: Order,
	attempt: Attempt,
	nowMs: number,
): Promise<Outcome | undefined> {
	const known = isByBankOpen(attempt.outcome) ? attempt.outcome : undefined;
	if (known === undefined && nowMs - attempt.startedAt >= keyLifeMs) return undefined;
	const found =
		known === undefined
			? (await requestByBank(client, order, attempt)).outcome
			: await readBankRequest(client, known.transactionId, order.amountCents);
	return found === undefined || found.kind === "unknown" || found.kind === known?.kind ? undefined : found;
}
