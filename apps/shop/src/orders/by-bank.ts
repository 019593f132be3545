import type { Client } from "@cardseal/client";
import { isMonthly } from "../catalogue.ts";
import { askByBank, readBankRequest } from "../gateway/bank-request.ts";
import type { Attempt, Order, Outcome } from "./order.ts";
import { orderNumber } from "./order-id.ts";

/** The gateway knows a key for a day; after that, to ask again would be to ask twice. */
const keyLifeMs = 24 * 3_600_000;

/** Whether an order can be paid from a bank account: what is only held, or comes every month, needs a card. */
export function canPayByBank(order: Order): boolean {
	return !order.hold && !isMonthly(order);
}

/** Has the payer of an attempt asked. */
export function requestByBank(client: Client, order: Order, attempt: Attempt): Promise<Outcome> {
	const { id: attemptId, customerId } = attempt;
	if (customerId === null) return Promise.resolve({ kind: "not_charged", why: "not_sent" });
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
	const asked = attempt.outcome?.kind === "asked" ? attempt.outcome : undefined;
	if (asked === undefined && nowMs - attempt.startedAt >= keyLifeMs) return undefined;
	const found =
		asked === undefined
			? await requestByBank(client, order, attempt)
			: await readBankRequest(client, asked.transactionId, order.amountCents);
	return found === undefined || found.kind === "unknown" || found.kind === asked?.kind ? undefined : found;
}
