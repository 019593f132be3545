import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, cardWith, goodCard, type JsonObject, salePath, signIn } from "../../../test/fixtures/client.ts";
import { accounts, eftPath, newPayee, passTime, railDelayMs } from "../../../test/fixtures/eft/eft.ts";
import { askFor, linkIn, payBy } from "../../../test/fixtures/eft/requests.ts";
import { readEvents, type ShownEvent } from "../../../test/fixtures/events.ts";
import { startTestGateway, type TestGateway } from "../../../test/fixtures/gateway.ts";
import {
	customerPath,
	day,
	deleteCard,
	planPath,
	type Subscribing,
	subscribing,
} from "../../../test/fixtures/subscriptions/subscribing.ts";

const month = 31 * day;

let gateway: TestGateway;
let client: Client;
let subscriber: Subscribing;
/** The time by which the sandbox's clock was moved. */
let passedMs = 0;

beforeAll(async () => {
	gateway = await startTestGateway();
	gateway.clocks.business.stop();
	client = await signIn(gateway.url, gateway.merchant);
	subscriber = subscribing(client, () => gateway.clocks.business.now() + passedMs);
});
afterAll(() => gateway.stop());

/** Returns the events that an action writes, but for those of transactions unless they are asked for. */
async function eventsOf(action: () => Promise<unknown>, isShown = (type: string) => !type.startsWith("transaction.")) {
	const before = (await readEvents(gateway, client)).at(-1)?.sequence ?? 0;
	await action();
	return (await readEvents(gateway, client, before)).filter(({ type }) => isShown(type));
}

async function pass(milliseconds: number): Promise<void> {
	await passTime(client, milliseconds);
	passedMs += milliseconds;
}

function change(method: "PUT" | "PATCH", path: string, body: JsonObject) {
	return client.send(path, { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
}

const typesOf = (events: ShownEvent[]) => events.map(({ type }) => type);

async function read(path: string): Promise<JsonObject> {
	const { status, text, body } = await client.get(path);
	expect(status, text).toBe(200);
	return body;
}

describe("events of customers, cards and plans", () => {
	test("tell of each change, with the object as it is then", async () => {
		let customer: JsonObject = {};
		const created = await eventsOf(async () => {
			customer = (await client.post(customerPath, { email: "ada@example.com", metadata: { crm: "7" } })).body;
		});
		const path = `${customerPath}/${customer.lookup_id}`;
		expect(created).toMatchObject([{ type: "customer.created", data: await read(path) }]);
		const updated = await eventsOf(() => change("PUT", path, { first_name: "Ada" }));
		expect(updated).toMatchObject([{ type: "customer.updated", data: await read(path) }]);
		const same = { first_name: "Ada", metadata: { crm: "7" } };
		expect(await eventsOf(() => change("PUT", path, same))).toEqual([]);

		const added = await eventsOf(async () => {
			await client.post(`${path}/card`, goodCard);
			await client.post(`${path}/card`, { ...cardWith("5555555555554444"), card_description: "Blue" });
		});
		const { cards } = (await read(path)) as { cards: { lookup_id: string }[] };
		const customer_lookup_id = customer.lookup_id;
		expect(added.map(({ type, data }) => ({ type, data }))).toEqual(
			cards.map((card) => ({ type: "card.added", data: { ...card, customer_lookup_id } })),
		);
		const removed = await eventsOf(() =>
			deleteCard(client, { lookup_id: customer.lookup_id } as never, cards[0]?.lookup_id),
		);
		const [kept] = ((await read(path)) as { cards: JsonObject[] }).cards;
		expect(removed).toMatchObject([
			{ type: "card.deleted", data: { lookup_id: cards[0]?.lookup_id } },
			{ type: "card.updated", data: { ...kept, is_default: true, customer_lookup_id } },
		]);
	});

	test("another default card changes the former one too", async () => {
		const { lookup_id: customer_lookup_id } = await subscriber.customer(0);
		const path = `${customerPath}/${customer_lookup_id}`;
		const cards = async () => ((await read(path)) as { cards: JsonObject[] }).cards;
		const shown = (events: ShownEvent[]) => events.map(({ type, data }) => ({ type, data }));
		const of = (type: string, card?: JsonObject) => ({ type, data: { ...card, customer_lookup_id } });
		await client.post(`${path}/card`, goodCard);

		const added = await eventsOf(() =>
			client.post(`${path}/card`, { ...cardWith("5555555555554444"), is_default: true }),
		);
		const [first, second] = await cards();
		expect(shown(added)).toEqual([of("card.updated", first), of("card.added", second)]);
		expect([first?.is_default, second?.is_default]).toEqual([false, true]);

		const changed = await eventsOf(() => change("PATCH", `${path}/card/${first?.lookup_id}`, { is_default: true }));
		const [newDefault, former] = await cards();
		expect(shown(changed)).toEqual([of("card.updated", former), of("card.updated", newDefault)]);

		const again = { is_default: true, card_description: null };
		expect(await eventsOf(() => change("PATCH", `${path}/card/${first?.lookup_id}`, again))).toEqual([]);
	});

	test("a card that a charge brings is added once its charge is approved", async () => {
		const { lookup_id } = await subscriber.customer(0);
		const all = () => true;
		const types = typesOf(
			await eventsOf(
				() => client.post(`${salePath}/customer/${lookup_id}`, { ...goodCard, amount: 31, currency: "CAD" }),
				all,
			),
		);
		expect(types).toEqual(["transaction.approved", "card.added"]);
		const declined = await eventsOf(
			() =>
				client.post(`${salePath}/customer/${lookup_id}`, {
					...cardWith("5555555555554444"),
					amount: 30,
					currency: "CAD",
				}),
			all,
		);
		expect(typesOf(declined)).toEqual(["transaction.declined"]);
	});

	test("a plan is created, changed and deleted", async () => {
		const terms = { name: "Club", amount: 31, currency: "CAD", frequency: "MOTHLY" };
		const events = await eventsOf(async () => {
			const plan = await subscriber.plan(terms);
			const body = JSON.stringify({ ...terms, name: "Club 2" });
			await client.send(`${planPath}/${plan}`, {
				method: "PUT",
				body,
				headers: { "Content-Type": "application/json" },
			});
			await client.send(`${planPath}/${plan}`, { method: "DELETE" });
		});
		expect(events.map(({ type, data }) => [type, data.name])).toEqual([
			["plan.created", "Club"],
			["plan.updated", "Club 2"],
			["plan.deleted", "Club 2"],
		]);
	});

	test("a refused request writes none", async () => {
		expect(await eventsOf(() => client.post(customerPath, { email: "no address" }))).toEqual([]);
	});
});

describe("events of subscriptions", () => {
	test("tell of its whole life, each time as its customer shows it", async () => {
		const events = await eventsOf(async () => {
			const { customer, subscription } = await subscriber.subscribed({}, 1);
			await subscriber.change(customer, subscription, { amount: 33 });
			await pass(2 * day);
			await subscriber.change(customer, subscription, { status: "PAUSED" });
			await subscriber.change(customer, subscription, { status: "ACTIVE" });
			await subscriber.change(customer, subscription, { status: "CANCELED" });
			const { subscriptions } = await subscriber.read(customer);
			expect(subscriptions[0]?.status).toBe("CANCELED");
		});
		const ofSubscription = events.filter(({ type }) => type.startsWith("subscription."));
		expect(ofSubscription.map(({ type, data }) => [type, data.status, data.amount])).toEqual([
			["subscription.created", "ACTIVE", 31],
			["subscription.updated", "ACTIVE", 33],
			["subscription.renewed", "ACTIVE", 33],
			["subscription.updated", "PAUSED", 33],
			["subscription.resumed", "ACTIVE", 33],
			["subscription.canceled", "CANCELED", 33],
		]);
	});

	test("tell of a payment that failed until the subscription is suspended, and of its last payment", async () => {
		const suspended = await eventsOf(async () => {
			await subscriber.subscribed({ amount: 30 }, 1);
			await pass(month);
		});
		const failures = typesOf(suspended).filter((type) => type.startsWith("subscription."));
		const failed = Array.from({ length: 5 }, () => "subscription.payment_failed");
		expect(failures).toEqual(["subscription.created", ...failed, "subscription.suspended"]);
		const ended = await eventsOf(async () => {
			const customer = await subscriber.customer();
			await subscriber.subscribe(customer, await subscriber.plan({ number_of_payments: 1 }));
			await pass(2 * day);
		});
		const ends = typesOf(ended).filter((type) => type.startsWith("subscription."));
		expect(ends).toEqual(["subscription.created", "subscription.renewed", "subscription.expired"]);
	});
});

describe("events of wallets, settlements and disputes", () => {
	test("a payment is pending, then approved or returned; a request is accepted and settled, or declined by its expiry", async () => {
		const payee = await newPayee(client);
		const path = `${eftPath}/send/${payee}`;
		const events = await eventsOf(async () => {
			await client.post(path, { amount: 25, ...accounts.good });
			await pass(2 * railDelayMs);
			await client.post(path, { amount: 26, ...accounts.returned });
			await pass(2 * railDelayMs);
			await payBy(gateway, await linkIn(gateway, await askFor(client, "payer@example.com")), accounts.good);
			await pass(2 * railDelayMs);
			await askFor(client, "payer@example.com");
			await pass(month);
		});
		const ofEft = events.filter(({ type }) => type.startsWith("eft."));
		expect(ofEft.map(({ type, data }) => [type, data.transaction_kind, data.transaction_result])).toEqual([
			["eft.pending", "send", "PENDING"],
			["eft.approved", "send", "APPROVED"],
			["eft.pending", "send", "PENDING"],
			["eft.returned", "send", "DECLINED"],
			["eft.pending", "request", "PENDING"],
			["eft.approved", "request", "APPROVED"],
			["eft.settled", "request", "APPROVED"],
			["eft.pending", "request", "PENDING"],
			["eft.declined", "request", "DECLINED"],
		]);
		for (const { data } of [ofEft[1], ofEft[3], ofEft[6], ofEft[8]].filter((event) => event !== undefined)) {
			expect(data).toEqual(await read(`${eftPath}/transaction/${data.transaction_id}`));
		}
	});

	test("a settlement is paid, and a dispute is opened and decided", async () => {
		const events = await eventsOf(async () => {
			await client.post(salePath, { amount: 31, ...cardWith("4000000000001976") });
			await client.post(salePath, { amount: 33, ...cardWith("4000000000002685") });
			await pass(4 * day);
			const { entities } = (await read("/transaction-service/dispute")) as { entities: JsonObject[] };
			for (const { dispute_id: id } of entities) {
				await client.post(`/transaction-service/dispute/${id}/evidence`, { explanation: "It was delivered." });
			}
			await pass(60 * day);
		});
		const settlements = events.filter(({ type }) => type === "settlement.paid");
		for (const { data } of settlements) {
			expect(data).toEqual(await read(`/transaction-service/settlement/${data.settlement_id}`));
		}
		expect(settlements.length).toBeGreaterThan(0);
		const disputes = typesOf(events).filter((type) => type.startsWith("dispute."));
		expect(disputes.sort()).toEqual(["dispute.lost", "dispute.opened", "dispute.opened", "dispute.won"]);
	});
});
