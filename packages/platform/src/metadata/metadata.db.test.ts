import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	type Answer,
	authorizePath,
	type Client,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { accounts, eftPath } from "../../../../test/fixtures/eft/eft.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import {
	customerPath,
	planPath,
	type Subscribing,
	type SubscriptionBody,
	subscribing,
	subscriptionPath,
} from "../../../../test/fixtures/subscriptions/subscribing.ts";

let gateway: TestGateway;
let client: Client;
let merchant: Subscribing;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	merchant = subscribing(client, () => gateway.clocks.business.now());
});

afterAll(() => gateway.stop());

const metadata = { order: "1042", "cart.size": "3" };
const sale = { amount: 31, ...goodCard };
const plan = { name: "Coffee", amount: 31, currency: "CAD", frequency: "MOTHLY" };

function change(method: "PUT" | "PATCH", path: string, body: JsonObject): Promise<Answer> {
	return client.send(path, { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
}

async function ok(answering: Promise<Answer>): Promise<JsonObject> {
	const answer = await answering;
	expect(answer.status, answer.text).toBe(200);
	return answer.body;
}

const pathOf = ({ transaction_id: id }: JsonObject) => `/transaction-service/transaction/${id}`;

/** Returns the keys in the index of metadata for a row. */
async function indexed(subject: "transactions" | "customers", { id }: JsonObject): Promise<string[]> {
	const rows = await gateway.database.tables
		.selectFrom("metadata_entries")
		.select(["key", "value"])
		.where("subject", "=", subject)
		.where("id", "=", Number(id))
		.execute();
	return rows.map(({ key, value }) => `${key}=${value}`).sort();
}

describe("metadata of transactions", () => {
	test("a charge, its capture and its refund have their own", async () => {
		const hold = await ok(client.post(authorizePath, { ...sale, metadata }));
		expect(hold.metadata).toEqual(metadata);
		const of = (kind: string, id: unknown) => `/transaction-service/${kind}/${id}`;
		const capture = await ok(
			client.post(of("capture", hold.transaction_id), { amount: 31, metadata: { parcel: "P-1" } }),
		);
		expect(capture.metadata).toEqual({ parcel: "P-1" });
		const refund = await ok(
			client.post(of("refund", capture.transaction_id), { amount: 31, metadata: { rma: "R-1" } }),
		);
		expect(refund.metadata).toEqual({ rma: "R-1" });
		for (const one of [hold, capture, refund]) {
			expect((await ok(client.get(pathOf(one)))).metadata).toEqual(one.metadata);
		}
	});

	test("a charge without metadata has none, in no row of the index", async () => {
		const body = await ok(client.post(salePath, { ...sale, metadata: { empty: "" } }));
		expect(body.metadata).toEqual({});
		expect(await indexed("transactions", body)).toEqual([]);
	});

	test("charges of one batch keep their own", async () => {
		const orders = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? { order: `${index} "{}"` } : undefined));
		const bodies = await Promise.all(orders.map((one) => ok(client.post(salePath, { ...sale, metadata: one }))));
		expect(bodies.map((body) => body.metadata)).toEqual(orders.map((one) => one ?? {}));
	});

	test("H-03 metadata is part of the request that an Idempotency-Key belongs to", async () => {
		const key = { "Idempotency-Key": "with-metadata" };
		const first = await ok(client.post(salePath, { ...sale, metadata }, key));
		const again = await client.post(salePath, { ...sale, metadata: { "cart.size": "3", order: "1042" } }, key);
		expect(again.body).toEqual(first);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
		for (const other of [undefined, { ...metadata, order: "1043" }]) {
			expectProblem(await client.post(salePath, { ...sale, metadata: other }, key), 422, "IDEMPOTENCY_MISMATCH");
		}
		const refunds = `/transaction-service/refund/${first.transaction_id}`;
		await ok(client.post(refunds, { amount: 1, metadata }, key));
		expectProblem(await client.post(refunds, { amount: 1 }, key), 422, "IDEMPOTENCY_MISMATCH");
	});

	test("P-06 a charge with a card number in its metadata is refused, and nothing is charged", async () => {
		const before = gateway.submitted.length;
		const answer = await client.post(salePath, { ...sale, metadata: { note: "4111 1111 1111 1111" } });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field: "metadata.note" }]);
		expect(answer.text).not.toMatch(/4111/);
		expect(gateway.submitted).toHaveLength(before);
	});
});

describe("metadata of customers, plans and subscriptions", () => {
	test("changes of a customer merge; null removes a key, and the index follows", async () => {
		const customer = await ok(client.post(customerPath, { email: "ada@example.com", metadata }));
		expect(customer.metadata).toEqual(metadata);
		expect(await indexed("customers", customer)).toEqual(["cart.size=3", "order=1042"]);
		const path = `${customerPath}/${customer.lookup_id}`;
		const merged = await ok(change("PUT", path, { metadata: { order: null, tier: "Gold" } }));
		expect(merged.metadata).toEqual({ "cart.size": "3", tier: "Gold" });
		expect(await indexed("customers", customer)).toEqual(["cart.size=3", "tier=gold"]);
		expect((await ok(change("PUT", path, { city: "Ottawa" }))).metadata).toEqual(merged.metadata);
		expect((await ok(change("PUT", path, { metadata: null }))).metadata).toEqual({});
		expect(await indexed("customers", customer)).toEqual([]);
		expect((await ok(client.get(path))).metadata).toEqual({});
	});

	test("simultaneous changes of a customer's metadata all persist", async () => {
		const { lookup_id } = await ok(client.post(customerPath, { email: "ada@example.com" }));
		const path = `${customerPath}/${lookup_id}`;
		await Promise.all(["a", "b", "c", "d"].map((key) => change("PUT", path, { metadata: { [key]: key } })));
		expect((await ok(client.get(path))).metadata).toEqual({ a: "a", b: "b", c: "c", d: "d" });
	});

	test("a plan's metadata merges, also when its other terms return to their defaults", async () => {
		const made = await ok(client.post(planPath, { ...plan, metadata }));
		expect(made.metadata).toEqual(metadata);
		const path = `${planPath}/${made.lookup_id}`;
		expect((await ok(change("PUT", path, plan))).metadata).toEqual(metadata);
		const changed = await ok(change("PUT", path, { ...plan, metadata: { order: null, roast: "dark" } }));
		expect(changed.metadata).toEqual({ "cart.size": "3", roast: "dark" });
		expect((await ok(client.get(path))).metadata).toEqual(changed.metadata);
	});

	test("a subscription has its own, and its payments have none", async () => {
		const customer = await merchant.customer();
		const plan_lookup_id = await merchant.plan();
		const subscription = await merchant.subscribe(customer, plan_lookup_id, { metadata });
		expect(subscription.metadata).toEqual(metadata);
		const changed: SubscriptionBody = await merchant.change(customer, subscription, { metadata: { order: null } });
		expect(changed.metadata).toEqual({ "cart.size": "3" });
		const refused = await client.post(subscriptionPath, {
			plan_lookup_id,
			card_lookup_id: customer.cards[0]?.lookup_id,
			start_date: gateway.clocks.business.now() + 1_000_000,
			metadata: { "4111111111111111": "x" },
		});
		expectProblem(refused, 400, "BAD_REQUEST");
	});

	test.each(["PUT", "PATCH"] as const)("too many keys by a %s are refused, and nothing changes", async (method) => {
		const keys = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key${index}`, "x"]));
		const customer = await merchant.customer();
		const subscription = await merchant.subscribe(customer, await merchant.plan(), { metadata: keys });
		const own = `${customerPath}/${customer.lookup_id}`;
		await ok(change("PUT", own, { metadata: keys }));
		const path = method === "PUT" ? own : `${own}/subscription/${subscription.lookup_id}`;
		expectProblem(await change(method, path, { city: "Ottawa", metadata: { more: "x" } }), 400, "BAD_REQUEST");
		const after = await merchant.read(customer);
		expect(after.city).toBeNull();
		for (const one of [after, after.subscriptions[0]]) expect(one?.metadata).toEqual(keys);
	});
});

describe("metadata of EFT payments", () => {
	test("a request, a send and a deposit have it in their records", async () => {
		const { lookup_id: payee } = await ok(client.post(customerPath, { email: "payee@example.com" }));
		const request = await ok(client.post(`${eftPath}/request/${payee}`, { amount: 5, metadata }));
		const send = await ok(client.post(`${eftPath}/send/${payee}`, { amount: 5, ...accounts.good, metadata }));
		for (const one of [request, send]) {
			expect(one.metadata).toEqual(metadata);
			expect((await ok(client.get(`${eftPath}/transaction/${one.transaction_id}`))).metadata).toEqual(metadata);
		}
	});

	test("P-06 a send with the account number in its metadata is refused", async () => {
		const { lookup_id: payee } = await ok(client.post(customerPath, { email: "payee@example.com" }));
		const note = `account ${accounts.good.account_number}`;
		const answer = await client.post(`${eftPath}/send/${payee}`, { amount: 5, ...accounts.good, metadata: { note } });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field: "metadata" }]);
	});
});
