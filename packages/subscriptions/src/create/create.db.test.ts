import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, expectProblem, type JsonObject, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import {
	customerPath,
	day,
	deleteCard,
	getSubscriptionRow,
	planCounts,
	planPath,
	type Subscribing,
	type SubscriptionBody,
	subscribing,
	subscriptionPath,
} from "../../../../test/fixtures/subscriptions/subscribing.ts";
import { daysLater } from "../calendar.ts";

let gateway: TestGateway;
let client: Client;
let merchant: Subscribing;
let strangersClient: Client;
let stranger: Subscribing;

const now = () => gateway.clocks.business.now();

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	merchant = subscribing(client, now);
	strangersClient = await signIn(gateway.url, gateway.secondMerchant);
	stranger = subscribing(strangersClient, now);
});

afterAll(() => gateway.stop());

const nobody = "00000000000000000000";

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
			email: null,
			bcc_emails: null,
			status: "ACTIVE",
			amount: 31,
			quantity: 1,
			trial_days: 0,
			setup_fee: 0,
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
			metadata: {},
		});
		expect((await merchant.read(customer)).subscriptions).toEqual([subscription]);
		expect(await getSubscriptionRow(gateway.database, subscription)).toMatchObject({
			send_receipt: true,
			time_zone: "America/Toronto",
		});
	});

	test("S-16 a request may override the amount, addresses and description", async () => {
		const details = { email: "bills@example.com", bcc_emails: "books@example.com", description: "Beans" };
		const { subscription } = await merchant.subscribed({ ...details, amount: "18.50" });
		expect(subscription).toMatchObject({ amount: 18.5, description: "Beans" });
		expect(await getSubscriptionRow(gateway.database, subscription)).toMatchObject({ ...details, amount_cents: 1_850 });
	});

	test("S-28 S-29 a subscription takes trial, set-up fee and quantity of the plan, or its own", async () => {
		const [customer, plan] = [
			await merchant.customer(),
			await merchant.plan({ trial_days: 14, setup_fee: "25.00", quantity: 3 }),
		];
		// Past the change to daylight saving: the trial is days of the merchant's zone.
		const start_date = now() + day;
		const asPlan = await merchant.subscribe(customer, plan, { start_date });
		expect(asPlan).toMatchObject({ trial_days: 14, setup_fee: 25, quantity: 3, start_date, status: "ACTIVE" });
		const { billing_anchor, next_run } = await getSubscriptionRow(gateway.database, asPlan);
		expect({ billing_anchor, next_run }).toEqual({ billing_anchor: asPlan.next_run, next_run: asPlan.next_run });
		expect(asPlan.next_run).toBe(daysLater({ time_zone: "America/Toronto" }, start_date, 14));
		const own = { trial_days: 0, setup_fee: 0, quantity: 1 };
		expect(await merchant.subscribe(customer, plan, { start_date, ...own })).toMatchObject({
			...own,
			next_run: start_date,
		});
		const unsaid = { trial_days: null, setup_fee: "", quantity: null };
		expect(await merchant.subscribe(customer, plan, unsaid)).toMatchObject({
			trial_days: 14,
			setup_fee: 25,
			quantity: 3,
		});
	});

	test.each([
		["trial_days", { trial_days: 366 }, "field_invalid"],
		["trial_days", { trial_days: -1 }, "field_invalid"],
		["trial_days", { trial_days: 1.5 }, "field_invalid"],
		["setup_fee", { setup_fee: -1 }, "field_invalid"],
		["setup_fee", { setup_fee: 1_000_000 }, "field_invalid"],
		["quantity", { quantity: 0 }, "field_invalid"],
		["quantity", { quantity: 10_000 }, "field_invalid"],
		["quantity", { quantity: 9_999, amount: 101 }, "amount_too_large"],
		["amount", { amount: 999_999.99, setup_fee: 0.01 }, "amount_too_large"],
	])("S-29 %s is refused: %j", async (field, change, reason) => {
		const [customer, plan] = [await merchant.customer(), await merchant.plan()];
		const request = { plan_lookup_id: plan, card_lookup_id: customer.cards[0]?.lookup_id, start_date: now() + day };
		const answer = await client.post(subscriptionPath, { ...request, ...change });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body).toMatchObject({ reason, errors: [{ field }] });
		expect((await merchant.read(customer)).subscriptions).toEqual([]);
	});

	test("two requests at once each learn their own, by subscription_lookup_id and Location", async () => {
		const [customer, plan] = [await merchant.customer(1), await merchant.plan()];
		const request = { plan_lookup_id: plan, card_lookup_id: customer.cards[0]?.lookup_id, start_date: now() + day };
		const answers = await Promise.all(
			["a", "b", "c"].map((description) => client.post(subscriptionPath, { ...request, description })),
		);
		const { subscriptions } = await merchant.read(customer);
		for (const [index, description] of ["a", "b", "c"].entries()) {
			const own = subscriptions.find((one) => one.description === description)?.lookup_id;
			expect(answers[index]?.body.subscription_lookup_id).toBe(own);
			const path = `${customerPath}/${customer.lookup_id}/subscription/${own}`;
			expect(answers[index]?.headers.get("Location")).toBe(path);
		}
	});

	test("a path may name the customer, whose card it must be", async () => {
		const [customer, other, plan] = [await merchant.customer(1), await merchant.customer(1), await merchant.plan()];
		const request = { plan_lookup_id: plan, card_lookup_id: customer.cards[0]?.lookup_id, start_date: now() + day };
		const key = { "Idempotency-Key": "named" };
		const subscribe = ({ lookup_id }: { lookup_id: string }) =>
			client.post(`${customerPath}/${lookup_id}/subscription`, request, key);
		for (const wrong of [other, { lookup_id: nobody }]) {
			expectProblem(await subscribe(wrong), 404, "NOT_FOUND");
		}
		const [made, replayed] = [await subscribe(customer), await subscribe(customer)];
		expect(made.body).toMatchObject({ lookup_id: customer.lookup_id, subscriptions: [{ plan_lookup_id: plan }] });
		expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
		expect(replayed.body).toEqual(made.body);
		expect(replayed.headers.get("Location")).toBe(made.headers.get("Location"));
		const refused = await subscribe(other);
		expectProblem(refused, 422, "IDEMPOTENCY_MISMATCH");
		expect(refused.headers.get("Idempotency-Replayed")).toBeNull();
		const unnamed = await client.post(subscriptionPath, request, key);
		expect(unnamed.headers.get("Idempotency-Replayed")).toBe("true");
		expect(unnamed.body).toEqual(made.body);
	});

	test.each([null, ""])("%j is the same as an omitted field", async (empty) => {
		const nothing = { amount: empty, email: empty, bcc_emails: empty, description: empty };
		expect((await merchant.subscribed(nothing)).subscription).toMatchObject({ amount: 31, description: null });
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
		const { customer, plan, subscription } = await merchant.subscribed();
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
			await deleteCard(client, customer, customer.cards[0]?.lookup_id);
			const late = await client.post(subscriptionPath, body, headers);
			expect(late.body).toMatchObject({ cards: [], subscriptions: [{ status: "CANCELED" }] });
			expect(await planCounts(client, plan)).toEqual({ total: 1, current: 0 });
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
		const { customer, plan, subscription } = await merchant.subscribed();
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
