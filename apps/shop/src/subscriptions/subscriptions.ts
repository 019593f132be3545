import { CallError, type Schemas } from "@cardseal/client";
import { currency, toCents, toDollars } from "../catalogue.ts";
import { type Order, orderNumber, paymentOf, subscriberOf } from "../orders/order.ts";
import { productName } from "../product-pages.ts";
import { cardsOf, deleteCard } from "../saved-cards/saved-cards.ts";
import { asCallError, customerTimeLimitMs, type Shop } from "../shop.ts";

export function readSubscription(shop: Shop, orderId: string): Promise<Subscription | undefined> {
	// Two pages would otherwise start two.
	return shop.lock.run(orderId, () => readOrStart(shop, orderId));
}

async function readOrStart(shop: Shop, orderId: string): Promise<Subscription | undefined> {
	const order = shop.orders.get(orderId);
	const customerId = subscriberOf(order);
	if (customerId === undefined) return undefined;
	const request = { path: { customer_lookup_id: customerId }, timeLimitMs: customerTimeLimitMs };
	const customer = await shop.client.get("/customer-service/customer/{customer_lookup_id}", request);
	const subscription = subscriptionOf(customer) ?? (await start(shop, order, customer));
	if (subscription !== undefined && !order.isSubscribed) shop.orders.save({ ...order, isSubscribed: true });
	return subscription;
}

/** The gateway starts no second one under the same key. */
async function start(
	{ client }: Shop,
	order: Order,
	{ cards }: Schemas["Customer"],
): Promise<Subscription | undefined> {
	const payment = paymentOf(order);
	// The gateway shows a card a moment after it approved the payment.
	const card = cards.at(-1);
	if (payment === undefined || card === undefined) return undefined;
	const name = productName(order);
	const body = {
		plan_lookup_id: await findOrCreatePlan(client, name, toDollars(order.amountCents)),
		card_lookup_id: card.lookup_id,
		start_date: monthAfter(payment.at),
		email: order.attempts.at(-1)?.email ?? "",
		description: name,
		metadata: { order: orderNumber(order) },
	};
	const idempotencyKey = `subscription-${order.id}`;
	return subscriptionOf(await client.post("/customer-service/customer/subscription", { body, idempotencyKey }));
}

async function findOrCreatePlan(client: Shop["client"], name: string, amount: number): Promise<string> {
	const frequency = "MOTHLY" as const;
	const query = { plan_name: name, min_amount: amount, max_amount: amount, frequency };
	const { plans } = await client.get("/plan-service/plan", { query });
	const known = plans.find((plan) => plan.currency === currency && plan.number_of_payments === null);
	if (known !== undefined) return known.lookup_id;
	const body = { name, amount, currency, frequency, send_receipt: true };
	return (await client.post("/plan-service/plan", { body })).lookup_id;
}

type SubscriptionChange = { status?: "PAUSED" | "ACTIVE" | "CANCELLED"; card_lookup_id?: string };

function change({ client }: Shop, { customerId, id }: Subscription, body: SubscriptionChange) {
	const path = { customer_lookup_id: customerId, subscription_lookup_id: id };
	const route = "/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}";
	return client.patch(route, { path, body });
}

/** Does nothing in a state in which the step means nothing. */
export function takeStep(shop: Shop, orderId: string, step: SubscriptionStep): Promise<void> {
	return shop.lock.run(orderId, async () => {
		const subscription = await readOrStart(shop, orderId);
		if (!subscription || !canTake(step, subscription)) return;
		await change(shop, subscription, { status: subscriptionSteps[step].to });
	});
}

/** Deletes the former card. Returns the reason when the new one is not accepted. */
export function changeCard(shop: Shop, orderId: string, token: string): Promise<string | undefined> {
	return shop.lock.run(orderId, async () => {
		const subscription = await readOrStart(shop, orderId);
		if (!subscription || !canChangeCard(subscription)) return undefined;
		const { customerId } = subscription;
		const request = { path: { customer_lookup_id: customerId }, body: { token } };
		const added = await shop.client
			.post("/customer-service/customer/{customer_lookup_id}/card", request)
			.catch(asCallError);
		if (added instanceof CallError && added.status !== 400) throw added;
		if ("code" in added) return added.message;
		const body = { card_lookup_id: added.card_lookup_id, ...(isBehind(subscription) && { status: "ACTIVE" as const }) };
		const { cards } = await change(shop, subscription, body);
		for (const { lookup_id: id } of cards) if (id !== added.card_lookup_id) await deleteCard(shop, customerId, id);
		return undefined;
	});
}

export const states = {
	ACTIVE: "active",
	RETRY: "retrying",
	SUSPENDED: "suspended",
	PAUSED: "paused",
	CANCELED: "cancelled",
	CANCELLED: "cancelled",
	EXPIRED: "ended",
} as const;
type SubscriptionStatus = keyof typeof states;

export type Subscription = NonNullable<ReturnType<typeof subscriptionOf>>;

function subscriptionOf(customer: Schemas["Customer"]) {
	const [first] = customer.subscriptions;
	return (
		first && {
			id: first.lookup_id,
			status: first.status as SubscriptionStatus,
			amountCents: toCents(first.amount) * first.quantity,
			nextPaymentAt: first.next_run,
			lastPaymentAt: first.last_success,
			customerId: customer.lookup_id,
			card: cardsOf(customer).find(({ id }) => id === first.card_lookup_id),
		}
	);
}

interface Step {
	from: readonly SubscriptionStatus[];
	to: "PAUSED" | "ACTIVE" | "CANCELLED";
}

/** Cancelled is final: a page left open must not resume it. */
export const subscriptionSteps = {
	pause: { from: ["ACTIVE", "RETRY"], to: "PAUSED" },
	resume: { from: ["PAUSED", "SUSPENDED"], to: "ACTIVE" },
	cancel: { from: ["ACTIVE", "RETRY", "SUSPENDED", "PAUSED"], to: "CANCELLED" },
} satisfies Record<string, Step>;
export type SubscriptionStep = keyof typeof subscriptionSteps;

type WithStatus = Pick<Subscription, "status">;

export function canTake(step: SubscriptionStep, { status }: WithStatus): boolean {
	const { from }: Step = subscriptionSteps[step];
	return from.includes(status);
}

/** True as long as something may still be charged. */
export function canChangeCard(subscription: WithStatus): boolean {
	return canTake("cancel", subscription);
}

export function isBehind({ status }: WithStatus): boolean {
	return status === "RETRY" || status === "SUSPENDED";
}

/** Returns the same time a month later in UTC, on the last day of a shorter month. */
export function monthAfter(time: number): number {
	const after = new Date(time);
	const day = after.getUTCDate();
	after.setUTCMonth(after.getUTCMonth() + 1);
	if (after.getUTCDate() !== day) after.setUTCDate(0);
	return after.getTime();
}
