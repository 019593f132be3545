import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, expectProblem, signIn } from "../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../test/fixtures/gateway.ts";
import {
	customerPath,
	day,
	deleteCard,
	getSubscriptionRow,
	planCounts,
	planPath,
	putSubscriptionRow,
	type SubscriberBody,
	type Subscribing,
	type SubscriptionBody,
	subscribing,
	subscriptionPath,
} from "../../../test/fixtures/subscriptions/subscribing.ts";
import { newLookupId } from "../../platform/src/ids.ts";
import type { Subscription } from "./tables.ts";

let gateway: TestGateway;
let client: Client;
let merchant: Subscribing;
let strangersClient: Client;

const now = () => gateway.clocks.business.now();

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	merchant = subscribing(client, now);
	strangersClient = await signIn(gateway.url, gateway.secondMerchant);
});

afterAll(() => gateway.stop());

describe("the card of a subscription", () => {
	test.each(["ACTIVE", "PAUSED"])("a card cannot be deleted while its subscription is %s", async (status) => {
		const { customer, subscription } = await merchant.subscribed();
		await merchant.change(customer, subscription, { status });
		const answer = await deleteCard(client, customer, subscription.card_lookup_id);
		expectProblem(answer, 409, "CONFLICT");
		expect((await merchant.read(customer)).cards).toEqual(customer.cards);
		expect((await deleteCard(client, customer, customer.cards[1]?.lookup_id)).status).toBe(200);
	});

	test("a card can be deleted once the subscription has another card", async () => {
		const { customer, subscription } = await merchant.subscribed();
		const [first, second] = customer.cards;
		await merchant.change(customer, subscription, { card_lookup_id: second?.lookup_id });
		expect((await deleteCard(client, customer, first?.lookup_id)).body).toMatchObject({
			cards: [{ lookup_id: second?.lookup_id, is_default: true }],
		});
	});

	test.each(["CANCELED", "CANCELLED"])("a card can be deleted when its subscription is %s", async (status) => {
		const { customer, subscription } = await merchant.subscribed({}, 1);
		await merchant.change(customer, subscription, { status });
		expect((await deleteCard(client, customer, subscription.card_lookup_id)).status).toBe(200);
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
					deleteCard(deleter, customer, card),
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
			expect(await planCounts(client, plan)).toEqual({ total: 20, current: 20 });
		} finally {
			await other.stop();
		}
	});

	test("S-12 S-19 simultaneous cancels on two gateways reduce the plan's count once", async () => {
		const other = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		try {
			const elsewhere = subscribing(await signIn(other.url, gateway.merchant), now);
			const { customer, plan, subscription } = await merchant.subscribed({}, 1);
			const stay: SubscriptionBody = await merchant.subscribe(customer, plan);
			await Promise.all(
				Array.from({ length: 12 }, (_, index) =>
					(index % 2 === 0 ? merchant : elsewhere).change(customer, subscription, {
						status: index % 3 === 0 ? "CANCELED" : "CANCELLED",
					}),
				),
			);
			expect(await planCounts(client, plan)).toEqual({ total: 2, current: 1 });
			const { subscriptions } = await merchant.read(customer);
			expect(subscriptions.map(({ status }) => status.startsWith("CANCEL"))).toEqual([true, false]);
			expect(subscriptions[1]).toEqual(stay);
		} finally {
			await other.stop();
		}
	});

	test("concurrent changes of different fields all persist", async () => {
		const { customer, subscription } = await merchant.subscribed();
		const changes = { amount: 7, description: "New", card_lookup_id: customer.cards[1]?.lookup_id, status: "PAUSED" };
		await Promise.all(
			Object.entries(changes).map(([name, value]) => merchant.change(customer, subscription, { [name]: value })),
		);
		expect((await merchant.read(customer)).subscriptions).toMatchObject([changes]);
	});
});

describe("the number of subscriptions of a customer", () => {
	async function copies(of: SubscriptionBody, count: number, columns: Partial<Subscription>): Promise<void> {
		const { id: _own, ...like } = await getSubscriptionRow(gateway.database, of);
		const rows = Array.from({ length: count }, () => ({ ...like, ...columns, lookup_id: newLookupId() }));
		await gateway.database.tables.insertInto("subscriptions").values(rows).execute();
	}

	test("a customer has at most 100 current subscriptions, new and reactivated alike", async () => {
		const { customer, plan, subscription } = await merchant.subscribed({}, 1);
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
		expect(await planCounts(client, plan)).toMatchObject({ current: 2 });
	});

	test("a customer shows all current subscriptions and the newest 100 others, oldest first", async () => {
		const { customer, plan, subscription } = await merchant.subscribed({}, 1);
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

	test("with_subscription selects customers with or without a current subscription, as the list of a plan does", async () => {
		const company = "Subscribers";
		const plan = await merchant.plan();
		const people = await Promise.all(Array.from({ length: 3 }, () => merchant.customer(1, { company })));
		const [active, cancelled, none] = people as [SubscriberBody, SubscriberBody, SubscriberBody];
		await merchant.subscribe(active, plan);
		await merchant.subscribe(active, plan);
		await merchant.change(cancelled, await merchant.subscribe(cancelled, plan), { status: "CANCELLED" });
		const have = await list(`${customerPath}?company=${company}&with_subscription=true`);
		expect(have).toEqual([active.lookup_id]);
		expect(await list(`${customerPath}/plan/${plan}?company=${company}`)).toEqual(have);
		const without = await list(`${customerPath}?company=${company}&with_subscription=false`);
		expect(new Set(without)).toEqual(new Set([cancelled.lookup_id, none.lookup_id]));
		expect(without).toHaveLength(2);
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
		await putSubscriptionRow(gateway.database, await merchant.subscribe(suspended, plan), {
			...failed,
			next_period: 1,
		});
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
		const { customer, plan } = await merchant.subscribed({}, 1);
		await client.send(`${planPath}/${plan}`, { method: "DELETE" });
		expect(await list(`${customerPath}/plan/${plan}`)).toEqual([customer.lookup_id]);
	});
});
