import type { FakeCustomers, FakeSubscription } from "./fake-customers.ts";

/** The plans and subscriptions of a fake gateway. */
export interface FakeSubscriptions {
	/** The body of every plan that was made. */
	readonly plans: (Record<string, unknown> & { lookup_id: string })[];
	/** The body of every request that made a subscription. */
	readonly started: Record<string, unknown>[];
	/** The body of every change of one. */
	readonly changes: Record<string, unknown>[];
	/** What happens to the next of these requests, one each: its answer is lost, it is lost itself, or refused with 503. */
	readonly mishaps: ("none" | "lose_answer" | "lose_request" | "unavailable")[];
	/** The answer to a request about plans or subscriptions; `undefined` when it is about neither, "lost" when none comes. */
	answer(method: string, path: string, body: Record<string, unknown>, key?: string): FakeAnswer | "lost" | undefined;
}

export interface FakeAnswer {
	readonly status: number;
	readonly body: unknown;
}

const mismatch = { status: 422, body: { status: 422, code: "IDEMPOTENCY_MISMATCH", message: "Use another key." } };
const unavailable = { status: 503, body: { status: 503, code: "UNAVAILABLE", message: "Try again." } };

/** @param readCustomer the customer's record, as a GET of it answers */
export function fakeSubscriptions(
	customers: FakeCustomers,
	readCustomer: (customerId: string) => FakeAnswer,
): FakeSubscriptions {
	/** What each Idempotency-Key was used for. */
	const keys = new Map<string, string>();

	function start(body: Record<string, unknown>, key: string | undefined): FakeAnswer {
		const holder = customerWithCard(String(body.card_lookup_id));
		if (key === undefined) throw new Error("Without a key, a lost answer would make two.");
		if (keys.has(key)) return keys.get(key) === JSON.stringify(body) ? readCustomer(holder) : mismatch;
		keys.set(key, JSON.stringify(body));
		fake.started.push(body);
		const plan = fake.plans.find(({ lookup_id }) => lookup_id === body.plan_lookup_id);
		const subscription: FakeSubscription = {
			lookup_id: `subscription${fake.started.length}`,
			plan_lookup_id: String(body.plan_lookup_id),
			card_lookup_id: String(body.card_lookup_id),
			status: "ACTIVE",
			amount: Number(plan?.amount),
			currency: "CAD",
			next_run: Number(body.start_date),
			last_success: null,
		};
		customers.subscriptions.set(holder, [...(customers.subscriptions.get(holder) ?? []), subscription]);
		return readCustomer(holder);
	}

	function customerWithCard(cardId: string): string {
		const ids = customers.made.map((_, index) => `customer${index + 1}`);
		return ids.find((id) => JSON.stringify(readCustomer(id).body).includes(`"${cardId}"`)) ?? "";
	}

	function change(customerId: string, subscriptionId: string, body: Record<string, unknown>): FakeAnswer {
		fake.changes.push(body);
		const known = customers.subscriptions.get(customerId)?.find(({ lookup_id }) => lookup_id === subscriptionId);
		if (known === undefined)
			return { status: 404, body: { status: 404, code: "NOT_FOUND", message: "There is none." } };
		Object.assign(known, body);
		if (known.status !== "ACTIVE") known.next_run = null;
		return readCustomer(customerId);
	}

	function act(method: string, path: string, body: Record<string, unknown>, key?: string): FakeAnswer | undefined {
		if (path === "/plan-service/plan" && method === "GET") return { status: 200, body: { plans: fake.plans } };
		if (path === "/plan-service/plan") {
			const plan = { lookup_id: `plan${fake.plans.length + 1}`, number_of_payments: null, ...body };
			fake.plans.push(plan);
			return { status: 200, body: plan };
		}
		if (path === "/customer-service/customer/subscription") return start(body, key);
		const [, customerId, subscriptionId] = /\/customer\/(\w+)\/subscription\/(\w+)$/.exec(path) ?? [];
		return customerId && subscriptionId ? change(customerId, subscriptionId, body) : undefined;
	}

	const fake: FakeSubscriptions = {
		plans: [],
		started: [],
		changes: [],
		mishaps: [],
		answer(method, path, body, key) {
			if (!/subscription|plan-service/.test(path)) return undefined;
			const mishap = fake.mishaps.shift();
			if (mishap === "unavailable") return unavailable;
			if (mishap === "lose_request") return "lost";
			const answer = act(method, path, body, key);
			return mishap === "lose_answer" ? "lost" : answer;
		},
	};
	return fake;
}
