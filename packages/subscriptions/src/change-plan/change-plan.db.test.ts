import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, cardWith, expectProblem, type JsonObject, signIn } from "../../../../test/fixtures/client.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { insertDispute } from "../../../../test/fixtures/payments/dispute.ts";
import {
	customerPath,
	getSubscriptionRow,
	planCounts,
	planPath,
	putSubscriptionRow,
	type Subscribed,
	type Subscribing,
	subscribing,
} from "../../../../test/fixtures/subscriptions/subscribing.ts";

const day = 86_400_000;

let gateway: TestGateway;
let client: Client;
let merchant: Subscribing;

const now = () => gateway.clocks.business.now();

beforeAll(async () => {
	const clocks = testClocks({ businessAt: Date.UTC(2026, 5, 1, 12) });
	clocks.business.stop();
	gateway = await startTestGateway({ clocks, processorTimeoutMs: 5_000 });
	client = await signIn(gateway.url, gateway.merchant);
	merchant = subscribing(client, now);
});

afterAll(() => gateway.stop());

const pathOf = ({ customer, subscription }: Subscribed) =>
	`${customerPath}/${customer.lookup_id}/subscription/${subscription.lookup_id}`;

function changePlan(one: Subscribed, request: JsonObject, key?: string) {
	return client.post(`${pathOf(one)}/change-plan`, request, key === undefined ? {} : { "Idempotency-Key": key });
}

async function preview(one: Subscribed, query: Record<string, string> = {}) {
	return client.get(`${pathOf(one)}/preview?${new URLSearchParams(query)}`);
}

/** Newest first. */
async function paymentsOf(one: Subscribed) {
	const { entities } = (await client.get(`${pathOf(one)}/payment`)).body as { entities: JsonObject[] };
	return entities.map(({ transaction_type, amount, transaction_result }) => [
		transaction_type,
		amount,
		transaction_result,
	]);
}

async function read(one: Subscribed) {
	return (await client.get(pathOf(one))).body;
}

/** Its first period, of 30 days, began today and cost 31.00. */
async function paying(request: JsonObject = {}): Promise<Subscribed> {
	const one = await merchant.subscribed(request);
	const started = await changePlan(one, { plan_lookup_id: await merchant.plan(), when: "now", quantity: 1 });
	// The plan has the same terms, and another id.
	expect(started.status, started.text).toBe(200);
	return one;
}

describe("POST …/change-plan", () => {
	test("S-30 now charges the new period once, under its own key, and repeated it changes nothing", async () => {
		const one = await paying();
		const plan_lookup_id = await merchant.plan({ name: "Espresso", amount: 17, frequency: "ANNUALLY" });
		const request = { plan_lookup_id, quantity: 3, when: "now" };
		const shown = await preview(one, { plan_lookup_id, quantity: "3", when: "now" });
		expect(shown.body).toEqual({
			at: now(),
			amount: 51,
			currency: "CAD",
			lines: [{ kind: "period", description: "Espresso × 3", amount: 51, quantity: 3 }],
		});
		const answer = await changePlan(one, request, "espresso");
		expect(answer.status, answer.text).toBe(200);
		expect(await read(one)).toMatchObject({
			plan_lookup_id,
			name: "Espresso",
			amount: 17,
			quantity: 3,
			frequency: "ANNUALLY",
			status: "ACTIVE",
			completed_cycles: 2,
			last_success: now(),
		});
		const repeated = await changePlan(one, request, "espresso");
		expect([repeated.status, repeated.headers.get("Idempotency-Replayed")]).toEqual([200, "true"]);
		expectProblem(await changePlan(one, { ...request, quantity: 4 }, "espresso"), 422, "IDEMPOTENCY_MISMATCH");
		expect((await changePlan(one, request)).body).toMatchObject({ status: 409, reason: "plan_unchanged" });
		expect(await paymentsOf(one)).toEqual([
			["sale", 51, "APPROVED"],
			["sale", 31, "APPROVED"],
		]);
	});

	test("S-30 two requests at once change and charge once", async () => {
		const one = await paying();
		const request = { plan_lookup_id: await merchant.plan({ amount: 33 }), when: "now" };
		const answers = await Promise.all([1, 2, 3].map(() => changePlan(one, request)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
		expect(await paymentsOf(one)).toEqual([
			["sale", 33, "APPROVED"],
			["sale", 31, "APPROVED"],
		]);
	});

	test("S-30 with proration charges the difference, and later refunds one, each as its preview said", async () => {
		const one = await paying();
		gateway.clocks.business.advance(10 * day);
		// 20 of 30 days of 31.00 are 20.67.
		const dearer = { plan_lookup_id: await merchant.plan({ amount: 200 }), when: "now", prorate: true };
		const shown = (await preview(one, { ...dearer, prorate: "true" })).body;
		expect(shown).toMatchObject({ amount: 179.33, lines: [{ amount: 200 }, { kind: "credit", amount: -20.67 }] });
		expect((await changePlan(one, dearer)).status).toBe(200);
		gateway.clocks.business.advance(15 * day);
		// 15 of 30 days of 200.00, less 39.00.
		const cheaper = { plan_lookup_id: await merchant.plan({ amount: 39 }), when: "now", prorate: true };
		expect((await preview(one, { ...cheaper, prorate: "true" })).body).toMatchObject({ amount: -61 });
		const answer = await changePlan(one, cheaper, "cheaper");
		expect(answer.status, answer.text).toBe(200);
		expect((await changePlan(one, cheaper, "cheaper")).status).toBe(200);
		expect(await paymentsOf(one)).toEqual([
			["refund", 61, "APPROVED"],
			["sale", 179.33, "APPROVED"],
			["sale", 31, "APPROVED"],
		]);
		expect(await read(one)).toMatchObject({ status: "ACTIVE", completed_cycles: 3, next_run: now() + 30 * day });
		expect((await preview(one)).body).toMatchObject({ at: now() + 30 * day, amount: 39 });
		for (const field of ["quantity", "when", "prorate"]) {
			const value = { quantity: "3", when: "now", prorate: "true" }[field] ?? "";
			const { status, body } = await preview(one, { [field]: value });
			expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: "plan_lookup_id" })]]);
		}
	});

	test("S-30 a declined refund is told, and the change stays", async () => {
		const one = await paying();
		const cheaper = { plan_lookup_id: await merchant.plan({ amount: 1 }), when: "now", prorate: true };
		const answer = await changePlan(one, cheaper, "declined refund");
		expect(answer.body).toMatchObject({ status: 402, reason: "declined" });
		expect(answer.body.message).toMatch(/refund for unused days was declined/);
		expect(await paymentsOf(one)).toEqual([
			["refund", 30, "DECLINED"],
			["sale", 31, "APPROVED"],
		]);
		expect(await read(one)).toMatchObject({ amount: 1, status: "ACTIVE" });
	});

	test("S-30 a payment with a refund by hand gives less credit, and no refund above what is left of it", async () => {
		const one = await paying();
		const { paid_transaction_id } = await getSubscriptionRow(gateway.database, one.subscription);
		await client.post(`/transaction-service/refund/${paid_transaction_id}`, { amount: 21 });
		const plan_lookup_id = await merchant.plan({ amount: 33 });
		const shown = await preview(one, { plan_lookup_id, when: "now", prorate: "true" });
		expect(shown.body).toMatchObject({ amount: 23, lines: [{ amount: 33 }, { amount: -10 }] });
	});

	test("S-30 a disputed payment gives no credit for what the payer disputes, and none of it is refunded", async () => {
		const one = await paying();
		const { paid_transaction_id } = await getSubscriptionRow(gateway.database, one.subscription);
		await insertDispute(gateway.database.tables, String(paid_transaction_id), 2_100);
		const dearer = { plan_lookup_id: await merchant.plan({ amount: 33 }), when: "now", prorate: true };
		const shown = await preview(one, { ...dearer, prorate: "true" });
		expect(shown.body).toMatchObject({ amount: 23, lines: [{ amount: 33 }, { amount: -10 }] });
		const cheaper = { plan_lookup_id: await merchant.plan({ amount: 1 }), when: "now", prorate: true };
		expect((await preview(one, { ...cheaper, prorate: "true" })).body).toMatchObject({ amount: -9 });
		const answer = await changePlan(one, cheaper);
		expect(answer.status, answer.text).toBe(200);
		expect(await paymentsOf(one)).toEqual([
			["refund", 9, "APPROVED"],
			["sale", 31, "APPROVED"],
		]);
	});

	test("S-30 a declined charge is 402 and opens the new period, which is tried again with its credit", async () => {
		const one = await paying();
		const even = { plan_lookup_id: await merchant.plan({ amount: 61 }), when: "now", prorate: true };
		const answer = await changePlan(one, even, "even");
		expect(answer.body).toMatchObject({ status: 402, reason: "declined", lookup_id: one.customer.lookup_id });
		expect(await read(one)).toMatchObject({ status: "RETRY", amount: 61, next_run: now() + day });
		expect((await preview(one)).body).toMatchObject({
			at: now() + day,
			amount: 30,
			lines: [{ amount: 61 }, { amount: -31 }],
		});
		expect((await changePlan(one, even, "even")).status).toBe(402);
		expect((await changePlan(one, { ...even, when: "renewal", prorate: false })).body).toMatchObject({
			status: 409,
			reason: "subscription_payment_open",
		});
		expect(await paymentsOf(one)).toEqual([
			["sale", 30, "DECLINED"],
			["sale", 31, "APPROVED"],
		]);
	});

	test("S-30 at the renewal charges nothing now, and a plan of an earlier row is credited from its payment", async () => {
		const one = await paying();
		const unknown = { paid_from: null, paid_until: null, paid_cents: null, paid_transaction_id: null };
		await putSubscriptionRow(gateway.database, one.subscription, unknown);
		const due = (await read(one)).next_run;
		const weekly = await merchant.plan({ amount: 5, frequency: "WEEKLY" });
		const answer = await changePlan(one, { plan_lookup_id: weekly, when: "renewal" });
		expect(answer.status, answer.text).toBe(200);
		expect(await read(one)).toMatchObject({ plan_lookup_id: weekly, frequency: "WEEKLY", next_run: due });
		expect((await preview(one)).body).toMatchObject({ at: due, amount: 5 });
		const other = await merchant.plan({ amount: 64 });
		const credited = await preview(one, { plan_lookup_id: other, when: "now", prorate: "true" });
		expect(credited.body).toMatchObject({ amount: 33, lines: [{ amount: 64 }, { amount: -31 }] });
		expect(await paymentsOf(one)).toHaveLength(1);
	});

	test("S-19 the subscription moves from plan to plan in their counts", async () => {
		const one = await paying();
		const former = String((await read(one)).plan_lookup_id);
		const plan_lookup_id = await merchant.plan();
		await changePlan(one, { plan_lookup_id, when: "renewal" });
		expect(await planCounts(client, former)).toEqual({ total: 0, current: 0 });
		expect(await planCounts(client, plan_lookup_id)).toEqual({ total: 1, current: 1 });
		await changePlan(one, { plan_lookup_id, when: "renewal" });
		expect(await planCounts(client, plan_lookup_id)).toEqual({ total: 1, current: 1 });
	});

	test("S-30 the fields of a change are checked", async () => {
		const one = await paying();
		const plan_lookup_id = await merchant.plan({ amount: 33 });
		const other = { plan_lookup_id, when: "now" };
		const deleted = await merchant.plan();
		await client.send(`${planPath}/${deleted}`, { method: "DELETE" });
		const before = await read(one);
		const refused: [JsonObject, number, string][] = [
			[{ ...other, when: "later" }, 400, "field_invalid"],
			[{ plan_lookup_id }, 400, "field_required"],
			[{ when: "now" }, 400, "field_required"],
			[{ ...other, quantity: 0 }, 400, "field_invalid"],
			[{ ...other, prorate: "yes" }, 400, "field_invalid"],
			[{ ...other, when: "renewal", prorate: true }, 400, "field_invalid"],
			[{ ...other, quantity: 9_999, plan_lookup_id: await merchant.plan({ amount: 500 }) }, 400, "amount_too_large"],
			[{ ...other, plan_lookup_id: deleted }, 400, "plan_deleted"],
			[{ ...other, plan_lookup_id: await merchant.plan({ currency: "USD" }) }, 400, "plan_currency_differs"],
			[{ ...other, plan_lookup_id: "00000000000000000000" }, 404, "plan_not_found"],
			[{ ...other, plan_lookup_id: "x" }, 404, "plan_not_found"],
		];
		for (const [request, status, reason] of refused) {
			const answer = await changePlan(one, request, "refused");
			expect([answer.status, answer.body.reason], JSON.stringify(request)).toEqual([status, reason]);
		}
		expect(await read(one)).toEqual(before);
		expect(await paymentsOf(one)).toHaveLength(1);
		expect((await changePlan(one, other, "refused")).status).toBe(200);
	});

	test.each([
		["PAUSED", "subscription_not_active"],
		["CANCELED", "subscription_not_active"],
	])("S-30 a subscription that is %s is not changed, which the preview says too", async (status, reason) => {
		const one = await paying();
		await merchant.change(one.customer, one.subscription, { status });
		const plan_lookup_id = await merchant.plan({ amount: 33 });
		expect((await changePlan(one, { plan_lookup_id, when: "now" })).body).toMatchObject({ status: 409, reason });
		expect((await preview(one, { plan_lookup_id })).body).toMatchObject({ status: 409, reason });
		expect((await preview(one)).body).toEqual({ at: null, amount: 0, currency: "CAD", lines: [] });
		expect(await paymentsOf(one)).toHaveLength(1);
	});

	test("S-30 another customer's subscription is not found, and a token needs the scope transaction", async () => {
		const [one, other] = [await paying(), await merchant.customer()];
		const request = { plan_lookup_id: await merchant.plan(), when: "renewal" };
		expectProblem(await changePlan({ ...one, customer: other }, request), 404, "NOT_FOUND");
		expectProblem(await preview({ ...one, customer: other }), 404, "NOT_FOUND");
		const narrow = await signIn(gateway.url, gateway.merchant, "customer");
		expectProblem(await narrow.post(`${pathOf(one)}/change-plan`, request), 403, "FORBIDDEN");
	});

	test("S-30 in a trial charges at once, with the set-up fee", async () => {
		const one = await merchant.subscribed({ trial_days: 30, setup_fee: 20 });
		expect((await preview(one)).body).toMatchObject({
			at: one.subscription.next_run,
			amount: 51,
			lines: [{ amount: 31 }, { kind: "setup_fee", description: "Set-up fee", amount: 20 }],
		});
		await changePlan(one, { plan_lookup_id: await merchant.plan({ amount: 33 }), when: "now", prorate: true });
		expect(await paymentsOf(one)).toEqual([["sale", 53, "APPROVED"]]);
		expect((await preview(one)).body).toMatchObject({ amount: 33 });
	});

	test("S-30 a card that the bank declines for good suspends the new period", async () => {
		const one = await paying();
		const path = `${customerPath}/${one.customer.lookup_id}/card`;
		const { cards } = (await client.post(path, cardWith("5100000000000032"))).body as {
			cards: { lookup_id: string }[];
		};
		await merchant.change(one.customer, one.subscription, { card_lookup_id: String(cards.at(-1)?.lookup_id) });
		const answer = await changePlan(one, { plan_lookup_id: await merchant.plan({ amount: 33 }), when: "now" });
		expect(answer.status).toBe(402);
		expect(await read(one)).toMatchObject({ status: "SUSPENDED", next_run: null });
	});
});
