import { expect } from "vitest";
import { type Answer, type Client, cardWith, goodCard, type JsonObject } from "./client.ts";

/** A subscription as answers show it. */
export interface SubscriptionBody extends JsonObject {
	id: number;
	lookup_id: string;
	plan_lookup_id: string;
	card_lookup_id: string;
	status: string;
	amount: number;
	start_date: number;
	next_run: number | null;
}

/** A customer as answers show it. */
export interface SubscriberBody extends JsonObject {
	id: number;
	lookup_id: string;
	cards: { lookup_id: string; is_default: boolean }[];
	subscriptions: SubscriptionBody[];
}

export const customerPath = "/customer-service/customer";
export const subscriptionPath = `${customerPath}/subscription`;
export const planPath = "/plan-service/plan";

export const day = 86_400_000;

/** What a merchant does about subscriptions, each step answered with 200. */
export interface Subscribing {
	/** Makes a plan and returns its lookup id. */
	plan(terms?: JsonObject): Promise<string>;
	/** A customer with so many cards, three at most. */
	customer(cards?: number, details?: JsonObject): Promise<SubscriberBody>;
	/** Subscribes a customer's first card, a day from now; returns the newest subscription. */
	subscribe(customer: SubscriberBody, plan: string, request?: JsonObject): Promise<SubscriptionBody>;
	/** The customer as it is now. */
	read(customer: Pick<SubscriberBody, "lookup_id">): Promise<SubscriberBody>;
	/** Sends a PATCH, whatever it answers. */
	patch(customer: Pick<SubscriberBody, "lookup_id">, subscription: SubscriptionBody, changes: unknown): Promise<Answer>;
	/** Changes a subscription and returns it as the answer has it. */
	change(
		customer: Pick<SubscriberBody, "lookup_id">,
		subscription: SubscriptionBody,
		changes: JsonObject,
	): Promise<SubscriptionBody>;
}

const cards = [goodCard, cardWith("5555555555554444"), cardWith("378282246310005", "1234")];

/** @param now the business clock, ms since 1970 */
export function subscribing(client: Client, now: () => number): Subscribing {
	const ok = (answer: Answer): Answer => {
		expect(answer.status, answer.text).toBe(200);
		return answer;
	};
	const post = async (path: string, body: JsonObject) => ok(await client.post(path, body)).body;
	const patch: Subscribing["patch"] = ({ lookup_id }, subscription, changes) =>
		client.send(`${customerPath}/${lookup_id}/subscription/${subscription.lookup_id}`, {
			method: "PATCH",
			body: JSON.stringify(changes),
			headers: { "Content-Type": "application/json" },
		});
	return {
		patch,
		async plan(terms = {}) {
			const required = { name: "Coffee", amount: 31, currency: "CAD", frequency: "MOTHLY" };
			return String((await post(planPath, { ...required, ...terms })).lookup_id);
		},
		async customer(count = 1, details = {}) {
			let body = await post(customerPath, { email: "ada@example.com", ...details });
			for (const card of cards.slice(0, count)) body = await post(`${customerPath}/${body.lookup_id}/card`, card);
			return body as SubscriberBody;
		},
		async subscribe(customer, plan_lookup_id, request = {}) {
			const card_lookup_id = customer.cards[0]?.lookup_id;
			const defaults = { plan_lookup_id, card_lookup_id, start_date: now() + day };
			const { subscriptions } = (await post(subscriptionPath, { ...defaults, ...request })) as SubscriberBody;
			return lastOf(subscriptions);
		},
		async read({ lookup_id }) {
			return ok(await client.get(`${customerPath}/${lookup_id}`)).body as SubscriberBody;
		},
		async change(customer, subscription, changes) {
			const { subscriptions } = ok(await patch(customer, subscription, changes)).body as SubscriberBody;
			return lastOf(subscriptions.filter(({ lookup_id }) => lookup_id === subscription.lookup_id));
		},
	};
}

function lastOf<Item>(items: Item[]): Item {
	const last = items.at(-1);
	if (last === undefined) throw new Error("There is none.");
	return last;
}
