import { CallError, type Schemas } from "@cardseal/client";
import { currency, findProduct, toDollars } from "../catalogue.ts";
import { pageWords } from "../locale/for-pages.ts";
import { type Order, orderNumber, paymentOf, type Subscription, subscriberOf } from "../orders/order.ts";
import { cardsOf, deleteCard } from "../saved-cards/saved-cards.ts";
import { asCallError, customerTimeLimitMs, type Shop } from "../shop.ts";
import { canChangeCard, canTake, isBehind, monthAfter, type SubscriptionStep, subscriptionOf } from "./subscription.ts";

/** `message` is the gateway's sentence; the old card stays. */
export type CardChange = { kind: "changed" } | { kind: "refused"; message: string } | { kind: "not_changed" };

export function refreshSubscription(shop: Shop, orderId: string): Promise<void> {
	// Two pages would otherwise start two.
	return shop.lock.run(orderId, async () => {
		const order = shop.orders.get(orderId);
		const customerId = subscriberOf(order);
		if (customerId === undefined) return;
		const request = { path: { customer_lookup_id: customerId }, timeLimitMs: customerTimeLimitMs };
		const customer = await shop.client.get("/customer-service/customer/{customer_lookup_id}", request);
		const subscription = subscriptionOf(customer) ?? (await start(shop, order, customer));
		if (subscription !== undefined) shop.orders.save({ ...order, subscription });
	});
}

/** The gateway starts no second one under the same key. */
async function start(
	{ client }: Shop,
	order: Order,
	{ cards }: Schemas["Customer"],
): Promise<Subscription | undefined> {
	const product = findProduct(order.slug);
	const payment = paymentOf(order);
	// The gateway shows a card a moment after it approved the payment.
	const card = cards.at(-1);
	if (product === undefined || payment === undefined || card === undefined) return undefined;
	const { name } = pageWords.products[product.slug];
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

const subscriptionRoute = "/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}";

type SubscriptionChange = { status?: "PAUSED" | "ACTIVE" | "CANCELLED"; card_lookup_id?: string };

async function change(
	{ client, orders }: Shop,
	order: Order,
	{ customerId, id }: Subscription,
	body: SubscriptionChange,
) {
	const path = { customer_lookup_id: customerId, subscription_lookup_id: id };
	const customer = await client.patch(subscriptionRoute, { path, body });
	const subscription = subscriptionOf(customer);
	if (subscription !== undefined) orders.save({ ...order, subscription });
	return customer;
}

const statusAfter = { pause: "PAUSED", resume: "ACTIVE", cancel: "CANCELLED" } as const;

/** Returns true also in a state in which the step means nothing. */
export function takeStep(shop: Shop, orderId: string, step: SubscriptionStep): Promise<boolean> {
	return shop.lock.run(orderId, async () => {
		const order = shop.orders.get(orderId);
		const { subscription } = order;
		if (subscription === undefined) return false;
		if (!canTake(step, subscription)) return true;
		const changed = await change(shop, order, subscription, { status: statusAfter[step] }).catch(asCallError);
		const hasFailed = changed instanceof CallError;
		shop.log("info", `Order ${orderNumber(order)}, ${step}: ${hasFailed ? changed.code : "done"}.`);
		return !hasFailed;
	});
}

/** Deletes the former card. */
export function changeCard(shop: Shop, orderId: string, token: string): Promise<CardChange> {
	return shop.lock.run(orderId, () => replaceCard(shop, shop.orders.get(orderId), token));
}

async function replaceCard(shop: Shop, order: Order, token: string): Promise<CardChange> {
	const { subscription } = order;
	if (subscription === undefined || !canChangeCard(subscription)) return { kind: "not_changed" };
	const { customerId } = subscription;
	const request = { path: { customer_lookup_id: customerId }, body: { token } };
	const route = "/customer-service/customer/{customer_lookup_id}/card";
	const added = await shop.client.post(route, request).catch(asCallError);
	// 400 and 402 are about the card.
	if ("code" in added) {
		const isAboutCard = added.status === 400 || added.status === 402;
		return isAboutCard ? { kind: "refused", message: added.message } : { kind: "not_changed" };
	}
	// The customer's cards are sorted by age.
	const card = added.cards.at(-1);
	if (card === undefined) return { kind: "not_changed" };
	const body = { card_lookup_id: card.lookup_id, ...(isBehind(subscription) && { status: "ACTIVE" as const }) };
	const changed = await change(shop, order, subscription, body).catch(asCallError);
	if (changed instanceof CallError) return { kind: "not_changed" };
	for (const { id } of cardsOf(changed)) if (id !== card.lookup_id) await deleteCard(shop, customerId, id);
	return { kind: "changed" };
}
