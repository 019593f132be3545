import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Client, expectProblem, type JsonObject, signIn } from "../../../../test/fixtures/client.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import {
	day,
	getSubscriptionRow,
	planCounts,
	putSubscriptionRow,
	type Subscribing,
	type SubscriptionBody,
	subscribing,
} from "../../../../test/fixtures/subscriptions/subscribing.ts";

let gateway: TestGateway;
let client: Client;
let merchant: Subscribing;
let strangersClient: Client;
let stranger: Subscribing;

const now = () => gateway.clocks.business.now();

beforeAll(async () => {
	// No clock change is near.
	const clocks = testClocks({ businessAt: Date.UTC(2026, 5, 1, 12) });
	gateway = await startTestGateway({ clocks, processorTimeoutMs: 3_000 });
	client = await signIn(gateway.url, gateway.merchant);
	merchant = subscribing(client, now);
	strangersClient = await signIn(gateway.url, gateway.secondMerchant);
	stranger = subscribing(strangersClient, now);
});

afterAll(() => gateway.stop());

const nobody = "00000000000000000000";

describe("PATCH /customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}", () => {
	test("given fields change, and null clears them", async () => {
		const { customer, subscription } = await merchant.subscribed({ description: "Beans", email: "bills@example.com" });
		const card_lookup_id = customer.cards[1]?.lookup_id;
		expect(await merchant.change(customer, subscription, {})).toEqual(subscription);
		const details = { card_lookup_id, amount: 5.25, description: null };
		const changes = { ...details, email: null, bcc_emails: "books@example.com" };
		expect(await merchant.change(customer, subscription, changes)).toEqual({ ...subscription, ...changes });
	});

	test("null and empty text clear what can be empty, and leave status, card and amount as they are", async () => {
		const given = { description: "Beans", email: "bills@example.com", bcc_emails: "books@example.com" };
		const { customer, subscription } = await merchant.subscribed(given);
		const none = { status: null, card_lookup_id: "", amount: "" };
		const emptied = { description: null, email: null, bcc_emails: null };
		const changes = { ...none, description: "", email: "", bcc_emails: null };
		expect(await merchant.change(customer, subscription, changes)).toEqual({ ...subscription, ...emptied });
		expect(await merchant.change(customer, subscription, { ...none, amount: null })).toMatchObject({ amount: 31 });
	});

	test("subscription elements show email and bcc_emails", async () => {
		const addresses = { email: "bills@example.com", bcc_emails: "books@example.com, tax@example.com" };
		const { customer, subscription } = await merchant.subscribed(addresses);
		expect(subscription).toMatchObject(addresses);
		expect((await merchant.read(customer)).subscriptions).toEqual([subscription]);
	});

	test.each<[field: string, value: unknown]>([
		["status", "CANCELLING"],
		["status", "canceled"],
		["status", "RETRY"],
		["status", "SUSPENDED"],
		["status", "EXPIRED"],
		["status", 1],
		["amount", 0],
		["email", "ada"],
		["description", 7],
		["description", "card 4111 1111 1111 1111"],
	])("%s %j is rejected, the field is named, and nothing changes", async (field, value) => {
		const { customer, subscription } = await merchant.subscribed();
		const answer = await merchant.patch(customer, subscription, { description: "New", [field]: value });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field }]);
		expect((await merchant.read(customer)).subscriptions).toEqual([subscription]);
	});

	test("X-01 S-17 only a card of the same customer is accepted", async () => {
		const { customer, subscription } = await merchant.subscribed();
		const [neighbour, foreigner] = await Promise.all([merchant.customer(), stranger.customer()]);
		for (const card of [neighbour.cards[0]?.lookup_id, foreigner.cards[0]?.lookup_id, nobody, "x'--"]) {
			const answer = await merchant.patch(customer, subscription, { card_lookup_id: card, description: "New" });
			expectProblem(answer, 404, "NOT_FOUND");
		}
		expect((await merchant.read(customer)).subscriptions).toEqual([subscription]);
	});

	test("X-01 a subscription is found only under its customer and merchant", async () => {
		const { customer, subscription } = await merchant.subscribed();
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
		const made = await merchant.subscribed({}, 1);
		const isOpen = status === "RETRY" || status === "SUSPENDED";
		const runs = status === "ACTIVE" || status === "RETRY";
		await putSubscriptionRow(gateway.database, made.subscription, {
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
			expect(await planCounts(client, plan)).toEqual({ total: 1, current: isCurrent ? 1 : 0 });
		},
	);

	test("S-10 the open periods of a suspended subscription are shown until it is paused", async () => {
		const { customer, subscription } = await merchant.subscribed({}, 1);
		const open = { status: "SUSPENDED", open_period: 0, next_period: 1, failed_attempts: 2 } as const;
		await putSubscriptionRow(gateway.database, subscription, {
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

	test.each([
		["RETRY", day],
		["SUSPENDED", null],
	] as const)(
		"S-10 ACTIVE in %s with a payment that fails is 402 with the customer, and nothing else changes",
		async (status, ahead) => {
			const { customer, subscription } = await merchant.subscribed({ amount: 30 }, 1);
			const next_run = ahead && now() + ahead;
			const failed = { status, open_period: 0, next_period: 1, failed_attempts: 1, next_run };
			await putSubscriptionRow(gateway.database, subscription, failed);
			const answer = await merchant.patch(customer, subscription, { status: "ACTIVE" });
			expect(answer.status).toBe(402);
			const shown = { lookup_id: subscription.lookup_id, status, next_run, failed_attempts: 2 };
			expect(answer.body).toMatchObject({
				status: 402,
				code: "PAYMENT_FAILED",
				error: "PAYMENT_FAILED",
				reason: "declined",
				request_id: answer.headers.get("X-Request-Id"),
				doc_url: expect.stringMatching(/^http.*\/docs\/guides\/errors\.md#declined$/),
				lookup_id: customer.lookup_id,
				subscriptions: [{ ...shown, delinquent_since: subscription.start_date }],
			});
			await merchant.change(customer, subscription, { amount: 31 });
			expect((await merchant.read(customer)).subscriptions).toMatchObject([shown]);
		},
	);

	test("S-10 ACTIVE with a payment that succeeds continues, and tells of it in two events", async () => {
		const { customer, subscription } = await merchant.subscribed({}, 1);
		const failed = { status: "SUSPENDED", open_period: 0, next_period: 1, failed_attempts: 1, next_run: null } as const;
		await putSubscriptionRow(gateway.database, subscription, failed);
		expect(await merchant.change(customer, subscription, { status: "ACTIVE" })).toMatchObject({
			status: "ACTIVE",
			failed_attempts: 0,
			completed_cycles: 1,
			delinquent_since: null,
		});
		const types = "subscription.resumed,subscription.renewed";
		const newest = async () => {
			const { body } = await client.get(`/event-service/event?type=${types}&limit=2`);
			return (body.events as JsonObject[]).map(({ type, data }) => [type, (data as JsonObject).lookup_id]);
		};
		const expected = [
			["subscription.renewed", subscription.lookup_id],
			["subscription.resumed", subscription.lookup_id],
		];
		await expect.poll(newest, { timeout: 20_000 }).toEqual(expected);
	});

	test("S-14 an expired subscription can only be cancelled", async () => {
		const { customer, subscription } = await merchant.subscribed({}, 1);
		await putSubscriptionRow(gateway.database, subscription, {
			status: "EXPIRED",
			number_of_payments: 1,
			completed_cycles: 1,
			next_run: null,
		});
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

	// A stop waits on the real clock, so only the outcome ends the wait.
	beforeEach(() => void gateway.clocks.real.stop());
	afterEach(() => gateway.clocks.real.go());

	/** Puts an attempt in flight, claimed for an hour. */
	async function beginAttempt(subscription: SubscriptionBody): Promise<void> {
		attempts += 1;
		const charging_transaction_id = `attempt${String(attempts).padStart(13, "0")}`;
		await putSubscriptionRow(gateway.database, subscription, {
			charging_transaction_id,
			claimed_until: gateway.clocks.real.now() + hour,
		});
	}

	test.each(["PAUSED", "CANCELED", "CANCELLED"])(
		"S-13 %s returns once the payment in flight has its outcome",
		async (status) => {
			const { customer, subscription } = await merchant.subscribed({}, 1);
			await beginAttempt(subscription);
			let isAnswered = false;
			const answer = merchant.change(customer, subscription, { status }).finally(() => {
				isAnswered = true;
			});
			// The status changes at once, so that no other charge starts.
			await expect.poll(async () => (await getSubscriptionRow(gateway.database, subscription)).status).toBe(status);
			expect(isAnswered).toBe(false);
			const lastSuccess = now();
			await putSubscriptionRow(gateway.database, subscription, {
				charging_transaction_id: null,
				completed_cycles: 1,
				last_success: lastSuccess,
			});
			expect(await answer).toMatchObject({ status, completed_cycles: 1, last_success: lastSuccess, next_run: null });
		},
	);

	test("S-13 a stop returns after the processor's time limit at the latest", async () => {
		const { customer, subscription } = await merchant.subscribed({}, 1);
		await beginAttempt(subscription);
		gateway.clocks.real.go();
		const startedAt = performance.now();
		expect(await merchant.change(customer, subscription, { status: "CANCELED" })).toMatchObject({ status: "CANCELED" });
		// The time limit of the processor and the reserve of one second.
		expect(performance.now() - startedAt).toBeGreaterThanOrEqual(3_900);
		await putSubscriptionRow(gateway.database, subscription, { charging_transaction_id: null });
	});

	test("S-13 a second stop waits as well", async () => {
		const { customer, subscription } = await merchant.subscribed({}, 1);
		await beginAttempt(subscription);
		const answered: string[] = [];
		const stops = ["PAUSED", "CANCELED"].map((status) =>
			merchant.change(customer, subscription, { status }).then(() => answered.push(status)),
		);
		await expect.poll(async () => (await getSubscriptionRow(gateway.database, subscription)).status).toBe("CANCELED");
		expect(answered).toEqual([]);
		await putSubscriptionRow(gateway.database, subscription, { charging_transaction_id: null });
		await Promise.all(stops);
		expect(answered).toHaveLength(2);
	});
});
