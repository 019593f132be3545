import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, cardWith, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { countsOfPlans, recountPlans } from "../../../../test/fixtures/subscriptions/recount.ts";
import {
	day,
	type SubscriberBody,
	type Subscribing,
	subscribing,
} from "../../../../test/fixtures/subscriptions/subscribing.ts";

// Each change of a subscription updates the counts of its plan. Here they are compared with a recount.

let gateway: TestGateway;
/** A second gateway on the same database. */
let other: TestGateway;
let client: Client;
/** Business time after the last move, ms since 1970. */
let now: number;
/** One client of the merchant per gateway. */
let merchants: Subscribing[];

beforeAll(async () => {
	gateway = await startTestGateway();
	other = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
	client = await signIn(gateway.url, gateway.merchant);
	await passDays(0);
	merchants = [client, await signIn(other.url, gateway.merchant)].map((one) => subscribing(one, () => now));
});

afterAll(async () => {
	await other.stop();
	await gateway.stop();
});

/** The number of payments of each plan. */
const lengths = [1, 3, null];
const cards = { good: "4111111111111111", declinesSoftly: "4000000000000341" };

/** One request. Numbers choose its customer, plan and subscription modulo those that exist. */
type Step =
	| { kind: "subscribe"; customer: number; plan: number }
	| { kind: "change"; subscription: number; status: string }
	| { kind: "delete_plan"; plan: number };

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ kind: fc.constant("subscribe"), customer: fc.nat(9), plan: fc.nat(9) }) },
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant("change"),
			subscription: fc.nat(99),
			status: fc.constantFrom("ACTIVE", "PAUSED", "CANCELED", "CANCELLED"),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("delete_plan"), plan: fc.nat(9) }) },
) as fc.Arbitrary<Step>;

/** Rounds of concurrent requests, each followed by days of renewals. */
const rounds = fc.array(
	fc.record({ steps: fc.array(step, { minLength: 4, maxLength: 14 }), days: fc.constantFrom(0, 0, 2, 5, 16) }),
	{
		minLength: 4,
		maxLength: 7,
	},
);

const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length];

interface World {
	customers: SubscriberBody[];
	plans: string[];
	subscriptions: { customer: SubscriberBody; id: string }[];
}

async function createWorld(): Promise<World> {
	const [merchant] = merchants;
	if (merchant === undefined) throw new Error("There is no merchant.");
	const plans = await Promise.all(
		lengths.map((number_of_payments) => merchant.plan({ frequency: "WEEKLY", number_of_payments })),
	);
	const customers = await Promise.all(
		[cards.good, cards.declinesSoftly].map(async (number) => {
			const { lookup_id } = await merchant.customer(0);
			await client.post(`/customer-service/customer/${lookup_id}/card`, cardWith(number));
			return merchant.read({ lookup_id });
		}),
	);
	return { customers, plans, subscriptions: [] };
}

async function send(world: World, merchant: Subscribing, step: Step): Promise<void> {
	if (step.kind === "delete_plan") {
		await client.send(`/plan-service/plan/${pick(world.plans, step.plan)}`, { method: "DELETE" });
	} else if (step.kind === "subscribe") {
		const customer = pick(world.customers, step.customer);
		const body = {
			plan_lookup_id: pick(world.plans, step.plan),
			card_lookup_id: customer?.cards[0]?.lookup_id,
			start_date: now + day,
		};
		await client.post("/customer-service/customer/subscription", body);
	} else {
		const chosen = pick(world.subscriptions, step.subscription);
		if (chosen === undefined) return;
		await merchant.patch(chosen.customer, { lookup_id: chosen.id } as never, { status: step.status });
	}
}

async function passDays(days: number): Promise<void> {
	const answer = await client.post("/sandbox/clock", { advance_ms: days * day });
	expect(answer.status, answer.text).toBe(200);
	now = Number(answer.body.now);
}

/** Creates subscriptions that no step changes: one expires after its first payment, the other fails. */
async function subscribeUntouched({ customers, plans }: World): Promise<void> {
	const [merchant] = merchants;
	for (const customer of customers) await merchant?.subscribe(customer, plans[0] ?? "");
	await passDays(2);
}

async function subscriptionsOf(customers: SubscriberBody[]): Promise<World["subscriptions"]> {
	const read = await Promise.all(customers.map((customer) => merchants[0]?.read(customer)));
	return read.flatMap((customer) =>
		(customer?.subscriptions ?? []).map(({ lookup_id: id }) => ({ customer: customer as SubscriberBody, id })),
	);
}

test("S-19 the counts of plans equal a recount after concurrent requests on two gateways", async () => {
	const seen = new Set<string>();
	const property = fc.asyncProperty(rounds, async (played) => {
		const world = await createWorld();
		await subscribeUntouched(await createWorld());
		for (const { steps, days } of played) {
			await Promise.all(steps.map((one, index) => send(world, merchants[index % 2] as Subscribing, one)));
			await passDays(days);
			world.subscriptions = await subscriptionsOf(world.customers);
			expect(await countsOfPlans(gateway.database.tables)).toEqual(await recountPlans(gateway.database.tables));
			const rows = await gateway.database.tables.selectFrom("subscriptions").select("status").distinct().execute();
			for (const { status } of rows) seen.add(status);
		}
	});
	await fc.assert(property, { numRuns: 2, seed: 20_261_121 });
	// Every status must have occurred.
	expect([...seen].sort()).toEqual(["ACTIVE", "CANCELED", "CANCELLED", "EXPIRED", "PAUSED", "RETRY", "SUSPENDED"]);
});
