import { CallError, type Schemas } from "@cardseal/client";
import { currency, findProduct, toDollars } from "../catalogue.ts";
import { pageWords } from "../locale/for-pages.ts";
import { type Order, orderNumber, paymentOf, subscriberOf } from "../orders/order.ts";
import { cardsOf, deleteCard, readCustomer, type SavedCard } from "../saved-cards/saved-cards.ts";
import { asCallError, type Shop } from "../shop.ts";
import {
	canChangeCard,
	canTake,
	isBehind,
	monthAfter,
	type Subscription,
	type SubscriptionStep,
	subscriptionOf,
} from "./subscription.ts";

/** "starting" until the gateway has it, "unreadable" while the gateway does not answer, "gone" when it was deleted there. */
export type FoundSubscription = Subscription | "starting" | "unreadable" | "gone";

/** `message` is the gateway's sentence about the refused card; the old card stays. */
export type CardChange = { kind: "changed" } | { kind: "refused"; message: string } | { kind: "not_changed" };

/** Returns the subscription of a paid order, after starting it when the gateway has none yet. */
export function findSubscription(shop: Shop, orderId: string): Promise<FoundSubscription> {
	// Reading and starting are one step, or two pages would start two.
	return shop.lock.run(orderId, async () => {
		const order = shop.orders.get(orderId);
		const customerId = subscriberOf(order);
		const customer = customerId === undefined ? "starting" : await readCustomer(shop, customerId);
		if (customer === "starting" || customer === "unreadable") return customer;
		const subscription =
			customer === "gone" ? customer : (subscriptionOf(customer) ?? (await start(shop, order, customer)));
		if (subscription !== "starting" && !order.isSubscribed) shop.orders.save({ ...order, isSubscribed: true });
		return subscription;
	});
}

/** Starts the subscription a month after the first payment. Asked again under the same key, the gateway starts no second one. */
async function start(
	{ client, log }: Shop,
	order: Order,
	{ cards }: Schemas["Customer"],
): Promise<Subscription | "starting"> {
	const product = findProduct(order.slug);
	const payment = paymentOf(order);
	// The gateway shows a card a moment after it approved the payment.
	const card = cards.at(-1);
	if (product === undefined || payment === undefined || card === undefined) return "starting";
	const { name } = pageWords.products[product.slug];
	try {
		const body = {
			plan_lookup_id: await findOrCreatePlan(client, name, toDollars(order.amountCents)),
			card_lookup_id: card.lookup_id,
			start_date: monthAfter(payment.at),
			email: order.attempts.at(-1)?.email ?? "",
			description: name,
		};
		const idempotencyKey = `subscription-${order.id}`;
		const customer = await client.post("/customer-service/customer/subscription", { body, idempotencyKey });
		return subscriptionOf(customer) ?? "starting";
	} catch (error) {
		if (!(error instanceof CallError)) throw error;
		log("error", `Order ${orderNumber(order)}: its subscription could not be started: ${error.code}.`);
		return "starting";
	}
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

async function findForChange(shop: Shop, order: Order) {
	const customerId = subscriberOf(order);
	const customer = customerId === undefined ? "gone" : await readCustomer(shop, customerId);
	const subscription = typeof customer === "string" ? undefined : subscriptionOf(customer);
	if (customerId === undefined || typeof customer === "string" || subscription === undefined) return undefined;
	const path = { customer_lookup_id: customerId, subscription_lookup_id: subscription.id };
	return { subscription, cards: cardsOf(customer), customerId, path };
}

const statusAfter = { pause: "PAUSED", resume: "ACTIVE", cancel: "CANCELLED" } as const;

/** Pauses, resumes or cancels; returns whether the subscription is as asked, or in a state in which the step means nothing. */
export function takeStep(shop: Shop, orderId: string, step: SubscriptionStep): Promise<boolean> {
	return shop.lock.run(orderId, async () => {
		const order = shop.orders.get(orderId);
		const found = await findForChange(shop, order);
		if (found === undefined) return false;
		// Another page or a first press did it: the page shows the state.
		if (!canTake(step, found.subscription)) return true;
		const body = { status: statusAfter[step] };
		const error = await shop.client
			.patch(subscriptionRoute, { path: found.path, body })
			.then(() => undefined, asCallError);
		shop.log("info", `Order ${orderNumber(order)}, ${step}: ${error?.code ?? "done"}.`);
		return error === undefined;
	});
}

/** Charges another card from now on, and tries a failed payment with it at once. The former card is deleted. */
export function changeCard(shop: Shop, orderId: string, token: string): Promise<CardChange> {
	const { client, orders, lock } = shop;
	return lock.run(orderId, async () => {
		const found = await findForChange(shop, orders.get(orderId));
		if (found === undefined || !canChangeCard(found.subscription)) return { kind: "not_changed" };
		const { customerId, path, subscription } = found;
		const route = "/customer-service/customer/{customer_lookup_id}/card";
		const added = await client.post(route, { path, body: { token } }).catch(asCallError);
		if ("code" in added) return refusalOf(added);
		const card = newCardOf(found.cards, cardsOf(added));
		if (card === undefined) return { kind: "not_changed" };
		const body = { card_lookup_id: card.id, ...(isBehind(subscription) && { status: "ACTIVE" as const }) };
		const changed = await client.patch(subscriptionRoute, { path, body }).catch(asCallError);
		if (changed instanceof CallError) return { kind: "not_changed" };
		// A card that could not be deleted now is deleted with the next change.
		for (const { id } of cardsOf(changed)) if (id !== card.id) await deleteCard(shop, customerId, id);
		return { kind: "changed" };
	});
}

/** Without a new one, it was a card that is stored already, at most with another expiry date. */
function newCardOf(before: SavedCard[], after: SavedCard[]): SavedCard | undefined {
	return after.find(({ id }) => before.every((known) => known.id !== id)) ?? after.at(-1);
}

/** 400 and 402 are about the card, so the payer may do something about it. The rest is between the shop and the gateway. */
function refusalOf(refusal: { status?: number | undefined; message: string; outcomeUnknown?: boolean }): CardChange {
	const isAboutCard = (refusal.status === 400 || refusal.status === 402) && !refusal.outcomeUnknown;
	return isAboutCard ? { kind: "refused", message: refusal.message } : { kind: "not_changed" };
}
