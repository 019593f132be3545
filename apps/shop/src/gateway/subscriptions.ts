import { CallError, type Client } from "@cardseal/client";
import { z } from "zod";
import type { Thing } from "../catalogue.ts";
import { currency, toCents, toDollars } from "../money.ts";
import { type Subscription, type SubscriptionStatus, subscriptionStatuses } from "../subscriptions/subscription.ts";
import { type CardOnFile, customerRecord } from "./customers.ts";

/** A customer that was made for one subscription, with what the gateway has of it. */
export interface Subscriber {
	/** Oldest first. */
	readonly cards: readonly CardOnFile[];
	/** `undefined` before it has started. */
	readonly subscription: Subscription | undefined;
}

/** What becomes of a request to the gateway when no answer of its own says so. */
export type Failure =
	/** Nothing was done; `message` is the gateway's sentence on what to do, where it is about what was sent. */
	| { readonly kind: "not_done"; readonly status: number | undefined; readonly message: string }
	/** It may have been done. */
	| { readonly kind: "unknown" };

const time = z.int().nullable();
const lookupId = z.string().min(1).max(64);

/** What the shop reads of such a customer; the gateway's other fields pass by. */
const subscriberRecord = customerRecord
	.extend({
		subscriptions: z.array(
			z.object({
				lookup_id: lookupId,
				card_lookup_id: z.string(),
				status: z.enum(subscriptionStatuses),
				amount: z.number().positive(),
				currency: z.literal(currency),
				next_run: time,
				last_success: time,
			}),
		),
	})
	.transform(({ cards, subscriptions: [first] }): Subscriber => {
		if (first === undefined) return { cards, subscription: undefined };
		const subscription = {
			id: first.lookup_id,
			status: first.status,
			amountCents: toCents(first.amount),
			nextPaymentAt: first.next_run,
			lastPaymentAt: first.last_success,
			card: cards.find(({ id }) => id === first.card_lookup_id),
		};
		return { cards, subscription };
	});

/** Asks for a customer and its subscription; "gone" when there is no such customer, "unreadable" when that is not known now. */
export async function findSubscriber(
	client: Client,
	customerId: string,
	timeLimitMs: number,
): Promise<Subscriber | "gone" | "unreadable"> {
	try {
		const path = { customer_lookup_id: customerId };
		const answer = await client.get("/customer-service/customer/{customer_lookup_id}", { path, timeLimitMs });
		const record = subscriberRecord.safeParse(answer);
		return record.success ? record.data : "unreadable";
	} catch (error) {
		if (error instanceof CallError) return error.status === 404 ? "gone" : "unreadable";
		throw error;
	}
}

const planRecord = z.object({
	lookup_id: lookupId,
	amount: z.number(),
	currency: z.string(),
	number_of_payments: z.number().nullable(),
});

/** The plan of a monthly thing by its name and price, made when the gateway has none. Two of them would do no harm. */
export async function findOrMakePlan(
	client: Client,
	{ name, priceCents }: Pick<Thing, "priceCents"> & { readonly name: string },
): Promise<string | Failure> {
	const amount = toDollars(priceCents);
	const terms = { name, amount, currency, frequency: "MOTHLY" as const };
	return attempt(async () => {
		const query = { plan_name: name, min_amount: amount, max_amount: amount, frequency: terms.frequency };
		const { plans } = z.object({ plans: z.array(planRecord) }).parse(await client.get("/plan-service/plan", { query }));
		const known = plans.find((plan) => plan.currency === currency && plan.number_of_payments === null);
		if (known !== undefined) return known.lookup_id;
		const made = await client.post("/plan-service/plan", { body: { ...terms, send_receipt: true } });
		return planRecord.parse(made).lookup_id;
	});
}

export interface NewSubscription {
	readonly planId: string;
	readonly cardId: string;
	/** ms since 1970 */
	readonly startsAt: number;
	readonly email: string;
	/** Shown on receipts. */
	readonly description: string;
	/** Asking again under it within a day makes no second one. */
	readonly idempotencyKey: string;
}

/** Subscribes the customer whose card it is. */
export function startSubscription(client: Client, wanted: NewSubscription): Promise<Subscriber | Failure> {
	const { planId, cardId, startsAt, email, description, idempotencyKey } = wanted;
	const body = { plan_lookup_id: planId, card_lookup_id: cardId, start_date: startsAt, email, description };
	return attempt(async () => {
		return subscriberRecord.parse(
			await client.post("/customer-service/customer/subscription", { body, idempotencyKey }),
		);
	});
}

/** Changes a subscription; asking twice does no more than asking once. */
export function changeSubscription(
	client: Client,
	{ customerId, subscriptionId }: { readonly customerId: string; readonly subscriptionId: string },
	change: {
		readonly status?: Extract<SubscriptionStatus, "ACTIVE" | "PAUSED" | "CANCELLED">;
		readonly cardId?: string;
	},
): Promise<Subscriber | Failure> {
	const { status, cardId } = change;
	const path = { customer_lookup_id: customerId, subscription_lookup_id: subscriptionId };
	const body = { ...(status && { status }), ...(cardId && { card_lookup_id: cardId }) };
	return attempt(async () => {
		const route = "/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}";
		return subscriberRecord.parse(await client.patch(route, { path, body }));
	});
}

/** Stores the card of a token for a customer, after the bank has been asked about it. */
export function addCard(client: Client, customerId: string, token: string): Promise<Subscriber | Failure> {
	const path = { customer_lookup_id: customerId };
	return attempt(async () => {
		const answer = await client.post("/customer-service/customer/{customer_lookup_id}/card", { path, body: { token } });
		if ("code" in answer) return { kind: "not_done", status: answer.status, message: answer.message };
		return subscriberRecord.parse(answer);
	});
}

async function attempt<Result>(work: () => Promise<Result | Failure>): Promise<Result | Failure> {
	try {
		return await work();
	} catch (error) {
		// An answer that makes no sense says nothing about what was done.
		if (error instanceof z.ZodError) return { kind: "unknown" };
		if (!(error instanceof CallError)) throw error;
		if (error.outcomeUnknown) return { kind: "unknown" };
		return { kind: "not_done", status: error.status, message: error.message };
	}
}
