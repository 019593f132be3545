import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, expectProblem, type JsonObject, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import {
	customerPath,
	day,
	planPath,
	type SubscriberBody,
	type Subscribing,
	type SubscriptionBody,
	subscribing,
	subscriptionPath,
} from "../../../../test/fixtures/subscriptions/subscribing.ts";
import { newLookupId } from "../ids.ts";
import type { Subscription } from "./tables.ts";

let gateway: TestGateway;
let client: Client;
let merchant: Subscribing;
let stranger: Subscribing;
let strangersClient: Client;

const now = () => gateway.clocks.business.now();

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 1_000 });
	client = await signIn(gateway.url, gateway.merchant);
	strangersClient = await signIn(gateway.url, gateway.secondMerchant);
	merchant = subscribing(client, now);
	stranger = subscribing(strangersClient, now);
});

afterAll(() => gateway.stop());

const nobody = "00000000000000000000";

/** Creates a customer with a subscription that starts tomorrow. */
async function subscribed(request: JsonObject = {}, cards = 2) {
	const [customer, plan] = await Promise.all([merchant.customer(cards), merchant.plan()]);
	return { customer, plan, subscription: await merchant.subscribe(customer, plan, request) };
}

/** Sets columns of a row, as renewals would. */
async function putRow({ id }: { id: number }, columns: Partial<Subscription>): Promise<void> {
	await gateway.database.tables.updateTable("subscriptions").set(columns).where("id", "=", id).execute();
}

function rowOf({ id }: { id: number }): Promise<Subscription> {
	return gateway.database.tables.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function countsOf(plan: string, by = client) {
	const { total_subscriptions: total, current_subscriptions: current } = (await by.get(`${planPath}/${plan}`)).body;
	return { total, current };
}

const deleteCard = (customer: SubscriberBody, card: string | undefined, by = client) =>
	by.send(`${customerPath}/${customer.lookup_id}/card/${card}`, { method: "DELETE" });

describe("POST /customer-service/customer/subscription", () => {
	test("S-15 S-17 a subscription copies the terms of its plan, for the customer who owns the card", async () => {
		const customer = await merchant.customer(2);
		const plan = await merchant.plan({ frequency: "WEEKLY", number_of_payments: 12, send_receipt: true });
		const start_date = now() + day;
		const subscription = await merchant.subscribe(customer, plan, { start_date });
		expect(subscription).toEqual({
			id: expect.any(Number),
			lookup_id: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
			plan_id: expect.any(Number),
			plan_lookup_id: plan,
			card_lookup_id: customer.cards[0]?.lookup_id,
			name: "Coffee",
			description: null,
			status: "ACTIVE",
			amount: 31,
			currency: "CAD",
			frequency: "WEEKLY",
			start_date,
			last_success: null,
			last_run: null,
			next_run: start_date,
			total_cycles: 12,
			completed_cycles: 0,
			remaining_cycles: 12,
			failed_attempts: 0,
			delinquent_cycles: 0,
			delinquent_since: null,
		});
		expect((await merchant.read(customer)).subscriptions).toEqual([subscription]);
		expect(await rowOf(subscription)).toMatchObject({ send_receipt: true, time_zone: "UTC" });
	});

	test("S-16 a request may override the amount, addresses and description", async () => {
		const details = { email: "bills@example.com", bcc_emails: "books@example.com", description: "Beans" };
		const { subscription } = await subscribed({ ...details, amount: "18.50" });
		expect(subscription).toMatchObject({ amount: 18.5, description: "Beans" });
		expect(await rowOf(subscription)).toMatchObject({ ...details, amount_cents: 1_850 });
	});

	test("null is the same as an omitted field", async () => {
		const nothing = { amount: null, email: null, bcc_emails: null, description: null };
		expect((await subscribed(nothing)).subscription).toMatchObject({ amount: 31, description: null });
	});

	test.each<[field: string, value: unknown]>([
		["start_date", undefined],
		["start_date", null],
		["start_date", "1798761600000"],
		["start_date", 1e18],
		["start_date", 1_798_761_600_000.5],
		["start_date", 1_798_761_600],
		["start_date", 0],
		["start_date", -1],
		["amount", 0],
		["amount", -1],
		["amount", 1.005],
		["amount", "1e3"],
		["amount", 1_000_000],
		["amount", true],
		["email", "ada"],
		["email", "ada@example.com, eve@example.com"],
		["bcc_emails", "a@x.ca,b@x.ca,c@x.ca,d@x.ca,e@x.ca,f@x.ca"],
		["description", "a\nb"],
		["description", "x".repeat(256)],
		["description", "card 4111 1111 1111 1111"],
		["plan_lookup_id", undefined],
		["plan_lookup_id", 100_001],
		["card_lookup_id", undefined],
		["card_lookup_id", null],
	])("S-04 S-16 X-32 %s %j is rejected, and the field is named", async (field, value) => {
		const required = { plan_lookup_id: nobody, card_lookup_id: nobody, start_date: now() + day };
		const answer = await client.post(subscriptionPath, { ...required, [field]: value });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field }]);
	});

	test("S-04 the start must be in the future of the business clock, in milliseconds", async () => {
		const [customer, plan] = await Promise.all([merchant.customer(), merchant.plan()]);
		const subscribe = (start_date: number) =>
			client.post(subscriptionPath, {
				plan_lookup_id: plan,
				card_lookup_id: customer.cards[0]?.lookup_id,
				start_date,
			});
		const stoppedAt = gateway.clocks.business.stop();
		try {
			for (const [start, says] of [
				[stoppedAt, /in the future/],
				[stoppedAt - day, /in the future/],
				[Math.floor(stoppedAt / 1_000) + 3_600, /looks like seconds/],
				[stoppedAt + 11 * 366 * day, /at most 10 years ahead/],
			] as const) {
				const answer = await subscribe(start);
				expectProblem(answer, 400, "BAD_REQUEST");
				expect(answer.body.message).toMatch(says);
			}
			expect((await subscribe(stoppedAt + 1)).status).toBe(200);
		} finally {
			gateway.clocks.business.go();
		}
	});

	test("X-01 S-17 another merchant's plan and card are like unknown ones", async () => {
		const [mine, theirs] = await Promise.all([merchant.customer(), stranger.customer()]);
		const [plan, theirPlan] = await Promise.all([merchant.plan(), stranger.plan()]);
		const subscribe = (plan_lookup_id: string, card_lookup_id: string | undefined) =>
			client.post(subscriptionPath, { plan_lookup_id, card_lookup_id, start_date: now() + day });
		const cards = await Promise.all([theirs.cards[0]?.lookup_id, nobody, "x'--"].map((card) => subscribe(plan, card)));
		const plans = await Promise.all([theirPlan, nobody, "x'--"].map((one) => subscribe(one, mine.cards[0]?.lookup_id)));
		for (const answers of [cards, plans]) {
			for (const answer of answers) {
				expectProblem(answer, 404, "NOT_FOUND");
				expect(answer.body.message).toBe(answers[1]?.body.message);
			}
		}
		expect((await merchant.read(mine)).subscriptions).toEqual([]);
	});

	test("S-15 a deleted plan rejects new subscriptions, and existing ones continue", async () => {
		const { customer, plan, subscription } = await subscribed();
		expect((await client.send(`${planPath}/${plan}`, { method: "DELETE" })).status).toBe(204);
		const request = { plan_lookup_id: plan, card_lookup_id: subscription.card_lookup_id, start_date: now() + day };
		const answer = await client.post(subscriptionPath, request);
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field: "plan_lookup_id" }]);
		expect((await merchant.read(customer)).subscriptions).toEqual([subscription]);
		expect(await merchant.change(customer, subscription, { status: "CANCELED" })).toMatchObject({ status: "CANCELED" });
	});

	describe("with an Idempotency-Key", () => {
		let keys = 0;

		async function request(changes: JsonObject = {}) {
			const [customer, plan] = await Promise.all([merchant.customer(), merchant.plan()]);
			const card_lookup_id = customer.cards[0]?.lookup_id;
			keys += 1;
			const body = { plan_lookup_id: plan, card_lookup_id, start_date: now() + day, ...changes };
			return { customer, plan, body, headers: { "Idempotency-Key": `subscription-${keys}` } };
		}

		test("H-02 a repeated request makes one subscription, and returns the customer's present state", async () => {
			const { customer, plan, body, headers } = await request();
			const first = await client.post(subscriptionPath, body, headers);
			expect(first.status, first.text).toBe(200);
			expect(first.headers.get("Idempotency-Replayed")).toBeNull();
			const again = await client.post(subscriptionPath, body, headers);
			expect(again.headers.get("Idempotency-Replayed")).toBe("true");
			expect(again.body).toEqual(first.body);
			const [subscription] = (await merchant.read(customer)).subscriptions;
			await merchant.change(customer, subscription as SubscriptionBody, { status: "CANCELED" });
			await deleteCard(customer, customer.cards[0]?.lookup_id);
			const late = await client.post(subscriptionPath, body, headers);
			expect(late.body).toMatchObject({ cards: [], subscriptions: [{ status: "CANCELED" }] });
			expect(await countsOf(plan)).toEqual({ total: 1, current: 0 });
		});

		test("H-03 a key belongs to one request", async () => {
			const { body, headers } = await request();
			expect((await client.post(subscriptionPath, body, headers)).status).toBe(200);
			const other = await client.post(subscriptionPath, { ...body, amount: 5 }, headers);
			expectProblem(other, 422, "IDEMPOTENCY_MISMATCH");
		});

		test("H-04 H-05 each merchant has its own keys, and a refused request does not use its key", async () => {
			const { customer, body, headers } = await request();
			const refused = await client.post(subscriptionPath, { ...body, start_date: now() - day }, headers);
			expectProblem(refused, 400, "BAD_REQUEST");
			expect((await client.post(subscriptionPath, body, headers)).status).toBe(200);
			expectProblem(await strangersClient.post(subscriptionPath, body, headers), 404, "NOT_FOUND");
			expect((await merchant.read(customer)).subscriptions).toHaveLength(1);
		});

		test("H-10 simultaneous requests with one key make one subscription, on two gateways", async () => {
			const other = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
			try {
				const elsewhere = await signIn(other.url, gateway.merchant);
				const { customer, body, headers } = await request();
				const neighbour = await request();
				const foreign = { ...body, card_lookup_id: neighbour.body.card_lookup_id };
				const answers = await Promise.all(
					Array.from({ length: 12 }, (_, index) =>
						(index % 2 === 0 ? client : elsewhere).post(subscriptionPath, index === 5 ? foreign : body, headers),
					),
				);
				const made = [customer, neighbour.customer].map(async (one) => (await merchant.read(one)).subscriptions.length);
				expect((await Promise.all(made)).toSorted()).toEqual([0, 1]);
				expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
				const replayed = answers.filter(({ headers }) => headers.get("Idempotency-Replayed") === "true");
				expect(replayed).toHaveLength(answers.filter(({ status }) => status === 200).length - 1);
			} finally {
				await other.stop();
			}
		});
	});

	test("S-15 a changed plan does not change its subscriptions", async () => {
		const { customer, plan, subscription } = await subscribed();
		const changed = { name: "Tea", amount: 5, currency: "USD", frequency: "DAILY", number_of_payments: 3 };
		const answer = await client.send(`${planPath}/${plan}`, {
			method: "PUT",
			body: JSON.stringify(changed),
			headers: { "Content-Type": "application/json" },
		});
		expect(answer.status, answer.text).toBe(200);
		expect((await merchant.read(customer)).subscriptions).toEqual([subscription]);
		expect(await merchant.subscribe(customer, plan)).toMatchObject({ name: "Tea", amount: 5, total_cycles: 3 });
	});
});

describe("PATCH /customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}", () => {
	test("given fields change, and null clears them", async () => {
		const { customer, subscription } = await subscribed({ description: "Beans", email: "bills@example.com" });
		const card_lookup_id = customer.cards[1]?.lookup_id;
		expect(await merchant.change(customer, subscription, {})).toEqual(subscription);
		const details = { card_lookup_id, amount: 5.25, description: null };
		const changes = { ...details, email: null, bcc_emails: "books@example.com" };
		expect(await merchant.change(customer, subscription, changes)).toEqual({ ...subscription, ...details });
		expect(await rowOf(subscription)).toMatchObject({ email: null, bcc_emails: "books@example.com" });
	});

	test.each<[field: string, value: unknown]>([
		["status", "CANCELLING"],
		["status", "canceled"],
		["status", "RETRY"],
		["status", "SUSPENDED"],
		["status", "EXPIRED"],
		["status", null],
		["status", 1],
		["amount", 0],
		["amount", null],
		["card_lookup_id", null],
		["email", "ada"],
		["bcc_emails", ""],
		["description", 7],
		["description", "card 4111 1111 1111 1111"],
	])("%s %j is rejected, the field is named, and nothing changes", async (field, value) => {
		const { customer, subscription } = await subscribed();
		const answer = await merchant.patch(customer, subscription, { description: "New", [field]: value });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field }]);
		expect((await merchant.read(customer)).subscriptions).toEqual([subscription]);
	});

	test("X-01 S-17 only a card of the same customer is accepted", async () => {
		const { customer, subscription } = await subscribed();
		const [neighbour, foreigner] = await Promise.all([merchant.customer(), stranger.customer()]);
		for (const card of [neighbour.cards[0]?.lookup_id, foreigner.cards[0]?.lookup_id, nobody, "x'--"]) {
			const answer = await merchant.patch(customer, subscription, { card_lookup_id: card, description: "New" });
			expectProblem(answer, 404, "NOT_FOUND");
		}
		expect((await merchant.read(customer)).subscriptions).toEqual([subscription]);
	});

	test("X-01 a subscription is found only under its customer and merchant", async () => {
		const { customer, subscription } = await subscribed();
		const neighbour = await merchant.customer();
		const answers = await Promise.all([
			merchant.patch(neighbour, subscription, { status: "CANCELED" }),
			stranger.patch(customer, subscription, { status: "CANCELED" }),
			merchant.patch({ lookup_id: nobody }, subscription, { status: "CANCELED" }),
		]);
		for (const answer of answers) expectProblem(answer, 404, "NOT_FOUND");
		expect((await merchant.read(customer)).subscriptions).toEqual([subscription]);
	});

	const states = ["ACTIVE", "RETRY", "SUSPENDED", "PAUSED", "CANCELED", "CANCELLED"] as const;
	const wanted = ["ACTIVE", "PAUSED", "CANCELED", "CANCELLED"] as const;

	async function inState(status: (typeof states)[number]) {
		const made = await subscribed({}, 1);
		const isOpen = status === "RETRY" || status === "SUSPENDED";
		const runs = status === "ACTIVE" || status === "RETRY";
		await putRow(made.subscription, {
			status,
			start_date: now() - day,
			next_period: 1,
			open_period: isOpen ? 0 : null,
			failed_attempts: isOpen ? 1 : 0,
			suspended_reason: status === "SUSPENDED" ? "declined" : null,
			next_run: runs ? now() + 30 * day : null,
		});
		const isCurrent = status !== "CANCELED" && status !== "CANCELLED";
		if (!isCurrent) await setCurrent(made.plan, 0);
		return made;
	}

	async function setCurrent(plan: string, count: number): Promise<void> {
		const { tables } = gateway.database;
		await tables.updateTable("plans").set({ current_subscriptions: count }).where("lookup_id", "=", plan).execute();
	}

	test.each(states.flatMap((from) => wanted.map((to) => [from, to] as const)))(
		"S-11 S-12 S-19 the status changes from %s to %s, and the plan's counts follow",
		async (from, to) => {
			const { customer, plan, subscription } = await inState(from);
			const changed = await merchant.change(customer, subscription, { status: to });
			const runs = to === "ACTIVE";
			expect(changed).toMatchObject({ status: to, next_run: runs ? expect.any(Number) : null });
			if (runs) expect(changed.next_run).toBeGreaterThan(now());
			const isCurrent = to === "ACTIVE" || to === "PAUSED";
			expect(await countsOf(plan)).toEqual({ total: 1, current: isCurrent ? 1 : 0 });
		},
	);

	test("S-10 the open periods of a suspended subscription are shown until it is paused", async () => {
		const { customer, subscription } = await subscribed({}, 1);
		const open = { status: "SUSPENDED", open_period: 0, next_period: 1, failed_attempts: 2 } as const;
		await putRow(subscription, {
			...open,
			frequency: "DAILY",
			start_date: now() - 3 * day,
			suspended_reason: "retries_used",
			next_run: null,
		});
		const [shown] = (await merchant.read(customer)).subscriptions;
		expect(shown).toMatchObject({
			status: "SUSPENDED",
			failed_attempts: 2,
			delinquent_cycles: 3,
			delinquent_since: shown?.start_date,
		});
		expect(await merchant.change(customer, subscription, { status: "PAUSED" })).toMatchObject({
			failed_attempts: 0,
			delinquent_cycles: 0,
			delinquent_since: null,
		});
	});

	test("S-14 an expired subscription can only be cancelled", async () => {
		const { customer, subscription } = await subscribed({}, 1);
		await putRow(subscription, { status: "EXPIRED", number_of_payments: 1, completed_cycles: 1, next_run: null });
		const { tables } = gateway.database;
		await tables
			.updateTable("plans")
			.set({ current_subscriptions: 0 })
			.where("lookup_id", "=", subscription.plan_lookup_id)
			.execute();
		for (const status of ["ACTIVE", "PAUSED"]) {
			const answer = await merchant.patch(customer, subscription, { status });
			expectProblem(answer, 400, "BAD_REQUEST");
			expect(answer.body.message).toMatch(/can only be cancelled/);
		}
		expect(await merchant.change(customer, subscription, { description: "Kept" })).toMatchObject({ status: "EXPIRED" });
		expect(await merchant.change(customer, subscription, { status: "CANCELLED" })).toMatchObject({
			status: "CANCELLED",
			total_cycles: 1,
			remaining_cycles: 0,
		});
	});
});

describe("a stop while a payment is in flight", () => {
	const hour = 3_600_000;
	let attempts = 0;

	/** Puts an attempt in flight, claimed for an hour. */
	async function beginAttempt(subscription: SubscriptionBody): Promise<void> {
		attempts += 1;
		const charging_transaction_id = `attempt${String(attempts).padStart(13, "0")}`;
		await putRow(subscription, { charging_transaction_id, claimed_until: gateway.clocks.real.now() + hour });
	}

	test.each(["PAUSED", "CANCELED", "CANCELLED"])(
		"S-13 %s returns once the payment in flight has its outcome",
		async (status) => {
			const { customer, subscription } = await subscribed({}, 1);
			await beginAttempt(subscription);
			let isAnswered = false;
			const answer = merchant.change(customer, subscription, { status }).finally(() => {
				isAnswered = true;
			});
			// The status changes at once, so that no other charge starts.
			await expect.poll(async () => (await rowOf(subscription)).status).toBe(status);
			expect(isAnswered).toBe(false);
			const lastSuccess = now();
			await putRow(subscription, { charging_transaction_id: null, completed_cycles: 1, last_success: lastSuccess });
			expect(await answer).toMatchObject({ status, completed_cycles: 1, last_success: lastSuccess, next_run: null });
		},
	);

	test("S-13 a stop returns after the processor's time limit at the latest", async () => {
		const { customer, subscription } = await subscribed({}, 1);
		await beginAttempt(subscription);
		const startedAt = performance.now();
		expect(await merchant.change(customer, subscription, { status: "CANCELED" })).toMatchObject({ status: "CANCELED" });
		// The time limit of the processor and the reserve of one second.
		expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_900);
		await putRow(subscription, { charging_transaction_id: null });
	});

	test("S-13 a second stop waits as well", async () => {
		const { customer, subscription } = await subscribed({}, 1);
		await beginAttempt(subscription);
		const answered: string[] = [];
		const stops = ["PAUSED", "CANCELED"].map((status) =>
			merchant.change(customer, subscription, { status }).then(() => answered.push(status)),
		);
		await expect.poll(async () => (await rowOf(subscription)).status).toBe("CANCELED");
		expect(answered).toEqual([]);
		await putRow(subscription, { charging_transaction_id: null });
		await Promise.all(stops);
		expect(answered).toHaveLength(2);
	});
});

describe("the card of a subscription", () => {
	test.each(["ACTIVE", "PAUSED"])("a card cannot be deleted while its subscription is %s", async (status) => {
		const { customer, subscription } = await subscribed();
		await merchant.change(customer, subscription, { status });
		const answer = await deleteCard(customer, subscription.card_lookup_id);
		expectProblem(answer, 409, "CONFLICT");
		expect((await merchant.read(customer)).cards).toEqual(customer.cards);
		expect((await deleteCard(customer, customer.cards[1]?.lookup_id)).status).toBe(200);
	});

	test("a card can be deleted once the subscription has another card", async () => {
		const { customer, subscription } = await subscribed();
		const [first, second] = customer.cards;
		await merchant.change(customer, subscription, { card_lookup_id: second?.lookup_id });
		expect((await deleteCard(customer, first?.lookup_id)).body).toMatchObject({
			cards: [{ lookup_id: second?.lookup_id, is_default: true }],
		});
	});

	test.each(["CANCELED", "CANCELLED"])("a card can be deleted when its subscription is %s", async (status) => {
		const { customer, subscription } = await subscribed({}, 1);
		await merchant.change(customer, subscription, { status });
		expect((await deleteCard(customer, subscription.card_lookup_id)).status).toBe(200);
	});

	test("a card is never deleted while a subscription is created with it, on two gateways", async () => {
		const other = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		try {
			const elsewhere = await signIn(other.url, gateway.merchant);
			const plan = await merchant.plan();
			const outcomes: string[] = [];
			for (let round = 0; round < 12; round++) {
				const customer = await merchant.customer();
				const card = customer.cards[0]?.lookup_id;
				const request = { plan_lookup_id: plan, card_lookup_id: card, start_date: now() + day };
				const deleter = round % 2 === 0 ? elsewhere : client;
				const [made, deleted] = await Promise.all([
					client.post(subscriptionPath, request),
					deleteCard(customer, card, deleter),
				]);
				outcomes.push(`${made.status} ${deleted.status}`);
				const { cards, subscriptions } = await merchant.read(customer);
				expect(cards).toHaveLength(made.status === 200 ? 1 : 0);
				expect(subscriptions).toHaveLength(made.status === 200 ? 1 : 0);
			}
			expect(new Set([...outcomes, "200 409", "404 200"])).toEqual(new Set(["200 409", "404 200"]));
		} finally {
			await other.stop();
		}
	});
});

describe("simultaneous requests", () => {
	test("S-19 twenty subscriptions to one plan are counted, on two gateways", async () => {
		const other = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		try {
			const elsewhere = subscribing(await signIn(other.url, gateway.merchant), now);
			const plan = await merchant.plan();
			const customers = await Promise.all(Array.from({ length: 4 }, () => merchant.customer()));
			const made = await Promise.all(
				Array.from({ length: 20 }, (_, index) =>
					(index % 2 === 0 ? merchant : elsewhere).subscribe(customers[index % 4] as SubscriberBody, plan, {
						description: `request ${index}`,
					}),
				),
			);
			expect(new Set(made.map(({ lookup_id }) => lookup_id)).size).toBe(20);
			expect(await countsOf(plan)).toEqual({ total: 20, current: 20 });
		} finally {
			await other.stop();
		}
	});

	test("S-12 S-19 simultaneous cancels on two gateways reduce the plan's count once", async () => {
		const other = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		try {
			const elsewhere = subscribing(await signIn(other.url, gateway.merchant), now);
			const { customer, plan, subscription } = await subscribed({}, 1);
			const stay: SubscriptionBody = await merchant.subscribe(customer, plan);
			await Promise.all(
				Array.from({ length: 12 }, (_, index) =>
					(index % 2 === 0 ? merchant : elsewhere).change(customer, subscription, {
						status: index % 3 === 0 ? "CANCELED" : "CANCELLED",
					}),
				),
			);
			expect(await countsOf(plan)).toEqual({ total: 2, current: 1 });
			const { subscriptions } = await merchant.read(customer);
			expect(subscriptions.map(({ status }) => status.startsWith("CANCEL"))).toEqual([true, false]);
			expect(subscriptions[1]).toEqual(stay);
		} finally {
			await other.stop();
		}
	});

	test("concurrent changes of different fields all persist", async () => {
		const { customer, subscription } = await subscribed();
		const changes = { amount: 7, description: "New", card_lookup_id: customer.cards[1]?.lookup_id, status: "PAUSED" };
		await Promise.all(
			Object.entries(changes).map(([name, value]) => merchant.change(customer, subscription, { [name]: value })),
		);
		expect((await merchant.read(customer)).subscriptions).toMatchObject([changes]);
	});
});

describe("the number of subscriptions of a customer", () => {
	async function copies(of: SubscriptionBody, count: number, columns: Partial<Subscription>): Promise<void> {
		const { id: _own, ...like } = await rowOf(of);
		const rows = Array.from({ length: count }, () => ({ ...like, ...columns, lookup_id: newLookupId() }));
		await gateway.database.tables.insertInto("subscriptions").values(rows).execute();
	}

	test("a customer has at most 100 current subscriptions, new and reactivated alike", async () => {
		const { customer, plan, subscription } = await subscribed({}, 1);
		const over = await merchant.change(customer, await merchant.subscribe(customer, plan), { status: "CANCELLED" });
		await copies(subscription, 98, { status: "PAUSED", next_run: null });
		const last = await merchant.subscribe(customer, plan);
		const request = { plan_lookup_id: plan, card_lookup_id: customer.cards[0]?.lookup_id, start_date: now() + day };
		const refused = await client.post(subscriptionPath, request);
		expectProblem(refused, 400, "BAD_REQUEST");
		expect(refused.body.message).toMatch(/has 100 current subscriptions/);
		expectProblem(await merchant.patch(customer, over, { status: "ACTIVE" }), 400, "BAD_REQUEST");
		await merchant.change(customer, last, { status: "CANCELED" });
		await merchant.change(customer, over, { status: "PAUSED" });
		expect(await countsOf(plan)).toMatchObject({ current: 2 });
	});

	test("a customer shows all current subscriptions and the newest 100 others, oldest first", async () => {
		const { customer, plan, subscription } = await subscribed({}, 1);
		await copies(subscription, 150, { status: "CANCELLED", next_run: null });
		const newest = await merchant.subscribe(customer, plan);
		const shown = (await merchant.read(customer)).subscriptions;
		expect(shown).toHaveLength(102);
		expect([shown[0], shown.at(-1)]).toEqual([subscription, newest]);
		const ids = shown.map(({ id }) => id);
		expect(ids.slice(1)).toEqual(Array.from({ length: 101 }, (_, index) => newest.id - 100 + index));
	});
});

describe("lists of customers", () => {
	async function list(path: string, by = client): Promise<string[]> {
		const answer = await by.get(path);
		expect(answer.status, answer.text).toBe(200);
		return (answer.body.entities as SubscriberBody[]).map(({ lookup_id }) => lookup_id);
	}

	test("with_subscription selects customers with or without a subscription of any status", async () => {
		const company = "Subscribers";
		const plan = await merchant.plan();
		const people = await Promise.all(Array.from({ length: 3 }, () => merchant.customer(1, { company })));
		const [active, cancelled, none] = people as [SubscriberBody, SubscriberBody, SubscriberBody];
		await merchant.subscribe(active, plan);
		await merchant.subscribe(active, plan);
		await merchant.change(cancelled, await merchant.subscribe(cancelled, plan), { status: "CANCELLED" });
		const have = await list(`${customerPath}?company=${company}&with_subscription=true`);
		expect(new Set(have)).toEqual(new Set([active.lookup_id, cancelled.lookup_id]));
		expect(have).toHaveLength(2);
		expect(await list(`${customerPath}?company=${company}&with_subscription=false`)).toEqual([none.lookup_id]);
		expect(await list(`${customerPath}?with_subscription=true`, strangersClient)).not.toContain(active.lookup_id);
	});

	test("S-19 a plan's list has each customer with a current subscription once, newest first", async () => {
		const [plan, otherPlan] = await Promise.all([merchant.plan(), merchant.plan()]);
		const people: SubscriberBody[] = [];
		for (let index = 0; index < 5; index++) people.push(await merchant.customer(1));
		const [active, paused, cancelled, elsewhere, suspended] = people as [
			SubscriberBody,
			SubscriberBody,
			SubscriberBody,
			SubscriberBody,
			SubscriberBody,
		];
		await merchant.subscribe(active, plan);
		await merchant.subscribe(active, plan);
		await merchant.change(paused, await merchant.subscribe(paused, plan), { status: "PAUSED" });
		await merchant.change(cancelled, await merchant.subscribe(cancelled, plan), { status: "CANCELED" });
		await merchant.subscribe(elsewhere, otherPlan);
		const failed = { status: "SUSPENDED", suspended_reason: "declined", open_period: 0, next_run: null } as const;
		await putRow(await merchant.subscribe(suspended, plan), { ...failed, next_period: 1 });
		const ofPlan = [suspended, paused, active].map(({ lookup_id }) => lookup_id);
		expect(await list(`${customerPath}/plan/${plan}`)).toEqual(ofPlan);
		expect(await list(`${customerPath}/plan/${plan}?with_subscription=true`)).toEqual(ofPlan);
		expect(await list(`${customerPath}/plan/${plan}?with_subscription=false`)).toEqual([]);
		const firstPage = (await client.get(`${customerPath}/plan/${plan}?limit=2`)).body;
		const { cursors } = firstPage.paging as { cursors: { after: string } };
		expect(await list(`${customerPath}/plan/${plan}?limit=2&after=${cursors.after}`)).toEqual(ofPlan.slice(2));
		expectProblem(
			await client.get(`${customerPath}/plan/${otherPlan}?limit=2&after=${cursors.after}`),
			400,
			"BAD_REQUEST",
		);
	});

	test("S-15 a deleted plan's list has its current subscribers", async () => {
		const { customer, plan } = await subscribed({}, 1);
		await client.send(`${planPath}/${plan}`, { method: "DELETE" });
		expect(await list(`${customerPath}/plan/${plan}`)).toEqual([customer.lookup_id]);
	});
});
