import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type Client, goodCard, type JsonObject, salePath, send, signIn } from "../fixtures/client.ts";
import { accounts, eftPath } from "../fixtures/eft/eft.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { signInMember } from "../fixtures/staff/staff-member.ts";
import { planPath, type SubscriberBody, subscribing } from "../fixtures/subscriptions/subscribing.ts";

// Each request that makes something says where it is.

let gateway: TestGateway;
let client: Client;
let customer: SubscriberBody;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	customer = await subscribing(client, () => gateway.clocks.business.now()).customer();
});

afterAll(() => gateway.stop());

const plan = { name: "Coffee", amount: 31, currency: "CAD", frequency: "MOTHLY" };
const sale = { amount: 31, ...goodCard };

async function charged(path = salePath, amount = 31): Promise<string> {
	return String((await client.post(path, { ...sale, amount })).body.transaction_id);
}

/** Requests that make something, with the field of their answer that names it. */
const makers: [what: string, field: string, make: () => Promise<Answer>][] = [
	["a customer", "lookup_id", () => client.post("/customer-service/customer", { email: "ada@example.com" })],
	["a plan", "lookup_id", () => client.post(planPath, plan)],
	["an approved sale", "transaction_id", () => client.post(salePath, sale)],
	["a declined sale", "transaction_id", () => client.post(salePath, { ...sale, amount: 30 })],
	["a hold", "transaction_id", () => client.post("/transaction-service/authorize", sale)],
	[
		"a capture",
		"transaction_id",
		async () =>
			client.post(`/transaction-service/capture/${await charged("/transaction-service/authorize")}`, { amount: 31 }),
	],
	[
		"a refund",
		"transaction_id",
		async () => client.post(`/transaction-service/refund/${await charged()}`, { amount: 1 }),
	],
	["a void", "transaction_id", async () => client.post(`/transaction-service/void/${await charged()}`, {})],
	[
		"a request for money",
		"transaction_id",
		() => client.post(`${eftPath}/request/${customer.lookup_id}`, { amount: 5 }),
	],
	[
		"a send",
		"transaction_id",
		() => client.post(`${eftPath}/send/${customer.lookup_id}`, { amount: 5, ...accounts.good }),
	],
	[
		"a subscription",
		"subscription_lookup_id",
		async () => {
			const { lookup_id: plan_lookup_id } = (await client.post(planPath, plan)).body;
			const card_lookup_id = customer.cards[0]?.lookup_id;
			const start_date = gateway.clocks.business.now() + 86_400_000;
			return client.post("/customer-service/customer/subscription", { plan_lookup_id, card_lookup_id, start_date });
		},
	],
];

test.each(makers)("the answer that made %s has its id and its Location", async (_what, field, make) => {
	const made = await make();
	expect([200, 402], made.text).toContain(made.status);
	const location = String(made.headers.get("Location"));
	expect(location).toMatch(new RegExp(`/${String(made.body[field])}$`));
	const found = await client.get(location);
	expect(found.status, found.text).toBe(200);
	expect(found.body[field === "subscription_lookup_id" ? "lookup_id" : field]).toBe(made.body[field]);
});

test("a repeated request gets the Location of the first one", async () => {
	const key = { "Idempotency-Key": "location" };
	const [first, again] = [await client.post(salePath, sale, key), await client.post(salePath, sale, key)];
	expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
});

test("in the web application, a Location is below its own path", async () => {
	const owner = await signInMember(gateway, { role: "owner" });
	const { body, headers } = await owner.send("POST", planPath, plan);
	const root = "/app/api";
	expect(headers.get("Location")).toMatch(new RegExp(`${root}${planPath}/${String(body.lookup_id)}$`));
});

test("the description names the header for every request that makes something", async () => {
	const { paths } = (await send(`${gateway.url}/openapi.json`)).body as {
		paths: Record<string, Record<string, { responses: Record<string, JsonObject> }>>;
	};
	const services = ["/customer-service/", "/plan-service/", "/transaction-service/", "/transaction-service-vt/"];
	// These change something, or make what is no record.
	const changes = /\/dispute\/\{dispute_id\}\/(?:accept|evidence)$|\/change-plan$|\/send$|\/portal-session$/;
	const posts = Object.entries(paths).filter(
		([path, { post }]) => post && services.some((one) => path.startsWith(one)),
	);
	expect(posts.length).toBeGreaterThan(15);
	for (const [path, { post }] of posts) {
		expect(Object.hasOwn(Object(post?.responses[200]?.headers), "Location"), path).toBe(!changes.test(path));
	}
});
