import type { Client } from "@cardseal/client";
import { findThing } from "../catalogue.ts";
import { deleteCard } from "../gateway/customers.ts";
import {
	addCard,
	changeSubscription,
	type Failure,
	findOrMakePlan,
	findSubscriber,
	type Subscriber,
	startSubscription,
} from "../gateway/subscriptions.ts";
import { pageWords } from "../locale/en/pages.ts";
import type { Log } from "../log.ts";
import { lastAttempt, type Order, paymentOf } from "../orders/order.ts";
import type { OrderBook } from "../orders/order-book.ts";
import { orderNumber } from "../orders/order-id.ts";
import { keepTurns } from "../orders/under-way.ts";
import {
	canChangeCard,
	canTake,
	isBehind,
	monthAfter,
	type Subscription,
	type SubscriptionStep,
} from "./subscription.ts";

/** What the keeper works with. */
export interface SubscriptionTools {
	readonly book: OrderBook;
	readonly client: Client;
	readonly log: Log;
	/** How long a page waits for what the gateway says, in ms. */
	readonly patienceMs: number;
}

/** "starting" until the gateway has it, "unreadable" while the gateway does not tell, "gone" when it was deleted there. */
export type FoundSubscription = Subscription | "starting" | "unreadable" | "gone";

export type CardChange =
	| { readonly kind: "changed" }
	/** The bank refused the card, or the gateway the token; `message` is the gateway's sentence. The old card goes on. */
	| { readonly kind: "refused"; readonly message: string }
	| { readonly kind: "not_changed" };

/**
 * The subscriptions of orders that are paid every month. The gateway has them, one for the customer of each order; the shop
 * keeps nothing of them and asks each time, so that nothing has to be kept in step.
 */
export interface SubscriptionKeeper {
	/** The subscription of a paid order. Starts it when the gateway has none yet. */
	find(order: Order): Promise<FoundSubscription>;
	/** Takes a step, unless the subscription is not in a state for it any more. Tells whether the gateway did what was asked. */
	take(order: Order, step: SubscriptionStep): Promise<boolean>;
	/** Has another card billed from now on, and a payment that failed tried with it at once. The former card is deleted. */
	changeCard(order: Order, token: string): Promise<CardChange>;
	/** Starts what was paid for and not started yet, but begins with no further one once the shop is closing. */
	settleAll(closing?: AbortSignal): Promise<void>;
	/** Resolves when nothing is under way any more. */
	idle(): Promise<void>;
}

const statusAfter = { pause: "PAUSED", resume: "ACTIVE", cancel: "CANCELLED" } as const satisfies Record<
	SubscriptionStep,
	string
>;

export function openSubscriptionKeeper(tools: SubscriptionTools): SubscriptionKeeper {
	const turns = keepTurns();
	/** Orders whose subscription the gateway has: nobody needs to start it any more. */
	const started = new Set<string>();

	/** Within the order's turn: looking and starting are one step, or two pages would start two. */
	async function look(order: Order, customerId: string): Promise<Subscriber | "starting" | "unreadable" | "gone"> {
		const found = await findSubscriber(tools.client, customerId, tools.patienceMs);
		if (found === "unreadable") return found;
		const subscriber =
			found === "gone" || found.subscription !== undefined ? found : await startFor(tools, order, found);
		if (subscriber !== "starting") started.add(order.id);
		return subscriber;
	}

	function find(order: Order): Promise<FoundSubscription> {
		const customerId = subscriberOf(order);
		if (customerId === undefined) return Promise.resolve("starting");
		return turns.take(order.id, async () => {
			const subscriber = await look(order, customerId);
			return typeof subscriber === "string" ? subscriber : (subscriber.subscription ?? "starting");
		});
	}

	return {
		find,
		take: (order, step) => turns.take(order.id, () => takeStep(tools, order, step)),
		changeCard: (order, token) => turns.take(order.id, () => changeCard(tools, order, token)),
		async settleAll(closing) {
			for (const order of tools.book.list()) {
				if (closing?.aborted) return;
				if (subscriberOf(order) !== undefined && !started.has(order.id)) await find(order);
			}
		},
		idle: () => turns.idle(),
	};
}

/** The customer whom the subscription of this order bills; `undefined` unless it is one that is paid. */
export function subscriberOf(order: Order): string | undefined {
	const isPaid = findThing(order.slug)?.monthly === true && paymentOf(order) !== undefined;
	return isPaid ? (lastAttempt(order)?.customerId ?? undefined) : undefined;
}

/** Starts the subscription of a paid order. Asked for again, the gateway says what came of the first time. */
async function startFor(
	{ client, log }: SubscriptionTools,
	order: Order,
	{ cards }: Subscriber,
): Promise<Subscriber | "starting"> {
	// The gateway shows a card a moment after it has approved the sale.
	const card = cards.at(-1);
	if (card === undefined) return "starting";
	const answer = await start(client, order, card.id);
	if (!("kind" in answer)) return answer;
	const why = answer.kind === "unknown" ? "no answer" : `status ${answer.status}`;
	log({ level: "error", message: `Order ${orderNumber(order.id)}: its subscription could not be started: ${why}.` });
	return "starting";
}

/** A month after the first payment, by the gateway's own time of it. */
async function start(client: Client, order: Order, cardId: string): Promise<Subscriber | Failure> {
	const thing = findThing(order.slug);
	const payment = paymentOf(order);
	const attempt = lastAttempt(order);
	if (thing === undefined || payment === undefined || attempt === undefined) return notDone;
	const { name } = pageWords.things[thing.slug];
	const planId = await findOrMakePlan(client, { name, priceCents: order.amountCents });
	if (typeof planId !== "string") return planId.kind === "unknown" ? notDone : planId;
	const startsAt = monthAfter(payment.at);
	const terms = { planId, cardId, startsAt, email: attempt.email, description: name };
	return startSubscription(client, { ...terms, idempotencyKey: `subscription-${order.id}` });
}

/** Nothing was asked for that could start anything. */
const notDone = { kind: "not_done", status: undefined, message: "" } as const satisfies Failure;

/** The subscription of an order, and how to name it to the gateway. */
async function findForChange({ client, patienceMs }: SubscriptionTools, order: Order) {
	const customerId = subscriberOf(order);
	const found = customerId && (await findSubscriber(client, customerId, patienceMs));
	if (!customerId || !found || typeof found === "string" || found.subscription === undefined) return undefined;
	const { subscription, cards } = found;
	return { subscription, cards, customerId, subscriptionId: subscription.id };
}

async function takeStep(tools: SubscriptionTools, order: Order, step: SubscriptionStep): Promise<boolean> {
	const found = await findForChange(tools, order);
	if (found === undefined) return false;
	// Done already, by another page or a first press: its page shows how it stands.
	if (!canTake(step, found.subscription)) return true;
	const answer = await changeSubscription(tools.client, found, { status: statusAfter[step] });
	const done = !("kind" in answer);
	tools.log({ level: "info", message: `Order ${orderNumber(order.id)}, ${step}: ${done ? "done" : answer.kind}.` });
	return done;
}

async function changeCard(tools: SubscriptionTools, order: Order, token: string): Promise<CardChange> {
	const { client, patienceMs } = tools;
	const found = await findForChange(tools, order);
	if (found === undefined || !canChangeCard(found.subscription)) return { kind: "not_changed" };
	const added = await addCard(client, found.customerId, token);
	if ("kind" in added) return refusalOf(added);
	// Without a new one it was a card that is there already, with a new expiry at most.
	const card = added.cards.find(({ id }) => found.cards.every((known) => known.id !== id)) ?? added.cards.at(-1);
	if (card === undefined) return { kind: "not_changed" };
	const change = { cardId: card.id, ...(isBehind(found.subscription) && { status: "ACTIVE" as const }) };
	const changed = await changeSubscription(client, found, change);
	if ("kind" in changed) return { kind: "not_changed" };
	// A card that could not be deleted now is deleted with the next change.
	for (const { id } of changed.cards) {
		if (id !== card.id) await deleteCard(client, found.customerId, id, patienceMs);
	}
	return { kind: "changed" };
}

/** 400 and 402 are about the card, so the payer may do something about it. Everything else is between shop and gateway. */
function refusalOf(failure: Failure): CardChange {
	const isAboutCard = failure.kind === "not_done" && (failure.status === 400 || failure.status === 402);
	return isAboutCard ? { kind: "refused", message: failure.message } : { kind: "not_changed" };
}
