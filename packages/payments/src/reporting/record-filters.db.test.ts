import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	authorizePath,
	type Client,
	cardWith,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { eftPath } from "../../../../test/fixtures/eft/eft.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import {
	customerPath,
	type SubscriberBody,
	type SubscriptionBody,
	subscribing,
} from "../../../../test/fixtures/subscriptions/subscribing.ts";

// Lists by the ids and the metadata of their records, through the API.

let gateway: TestGateway;
let client: Client;
let foreigner: Client;
let customer: SubscriberBody;
let subscription: SubscriptionBody;
/** The transaction_id of each transaction, by a name. */
const ids: Record<string, string> = {};

const transactions = "/transaction-service/transaction";
const file = "/transaction-service/transaction.csv";
const day = 86_400_000;

beforeAll(async () => {
	gateway = await startTestGateway();
	gateway.clocks.business.stop();
	client = await signIn(gateway.url, gateway.merchant);
	foreigner = await signIn(gateway.url, gateway.secondMerchant);
	const merchant = subscribing(client, () => gateway.clocks.business.now());
	({ customer, subscription } = await merchant.subscribed({}, 2));
	const sell = async (name: string, path: string, body: JsonObject, by = client) => {
		const answer = await by.post(path, { amount: 31, ...body });
		expect(answer.status, answer.text).toBe(200);
		ids[name] = String(answer.body.transaction_id);
	};
	const [first, second] = customer.cards.map(({ lookup_id }) => lookup_id);
	const stored = `${salePath}/customer/${customer.lookup_id}/card`;
	await sell("plain", salePath, goodCard);
	await sell("dollars", salePath, { ...goodCard, currency: "USD", custom_id: "Ada-1" });
	await sell("hold", authorizePath, { ...cardWith("5555555555554444"), metadata: { order: "A-1" } });
	await sell("capture", `/transaction-service/capture/${ids.hold}`, { metadata: { order: "A-1", parcel: "=1+1" } });
	await sell("first card", `${stored}/${first}`, { metadata: { order: "a-1", channel: "web" } });
	await sell("second card", `${stored}/${second}`, { metadata: { channel: "web" } });
	await sell("foreign", salePath, { ...goodCard, currency: "USD", metadata: { order: "A-1" } }, foreigner);
	await client.post("/sandbox/clock", { advance_ms: day });
	const { body } = await client.get(`${transactions}?limit=1`);
	ids.renewal = String((body.entities as JsonObject[])[0]?.transaction_id);
	await sell("renewal's refund", `/transaction-service/refund/${ids.renewal}`, { amount: 1 });
});

afterAll(() => gateway.stop());

async function entities(path: string, by = client): Promise<JsonObject[]> {
	const answer = await by.get(path);
	expect(answer.status, answer.text).toBe(200);
	return answer.body.entities as JsonObject[];
}

/** Returns the names of the transactions that a query finds. */
async function found(query: Record<string, string>, by = client): Promise<string[]> {
	const listed = await entities(`${transactions}?${new URLSearchParams(query)}`, by);
	const nameOf = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
	return listed.map((one) => nameOf.get(String(one.transaction_id)) ?? "unknown").sort();
}

describe("the list of transactions", () => {
	test("filters by customer, card and subscription, with the refunds of their payments", async () => {
		const renewed = ["renewal", "renewal's refund"];
		expect(await found({ customer_lookup_id: customer.lookup_id })).toEqual(["first card", ...renewed, "second card"]);
		const [first, second] = customer.cards.map(({ lookup_id }) => lookup_id);
		expect(await found({ card_lookup_id: String(first) })).toEqual(["first card", ...renewed]);
		expect(await found({ card_lookup_id: String(second) })).toEqual(["second card"]);
		expect(await found({ subscription_lookup_id: subscription.lookup_id })).toEqual(renewed);
		expect(await found({ subscription_lookup_id: subscription.lookup_id, transaction_type: "refund" })).toEqual([
			"renewal's refund",
		]);
	});

	test.each([
		[{ currency: "USD" }, ["dollars"]],
		[{ currency: "usd", transaction_type: "SALE", transaction_status: "approved" }, ["dollars"]],
		[{ "metadata[order]": "A-1", transaction_type: "Capture,REFUND", channel: "e_commerce" }, ["capture"]],
		[{ currency: "EUR" }, []],
		[{ currency: "CAD", transaction_type: "authorization" }, ["hold"]],
		[{ custom_id: "ADA-1" }, ["dollars"]],
		[{ custom_id: "Ada" }, []],
		[{ card_suffix: "4444" }, ["capture", "hold", "second card"]],
		[{ "metadata[order]": "A-1" }, ["capture", "first card", "hold"]],
		[{ "metadata[order]": "A-1", "metadata[channel]": "WEB" }, ["first card"]],
		[{ "metadata[order]": "A-1", transaction_type: "capture,refund" }, ["capture"]],
		[{ "metadata[channel]": "web", card_suffix: "4444" }, ["second card"]],
		[{ "metadata[parcel]": "=1+1" }, ["capture"]],
		[{ "metadata[order]": "A" }, []],
		[{ "metadata[Order]": "A-1" }, []],
		[{ "metadata[order]": "A-1", from_date: "2001-01-01", to_date: "2001-01-02" }, []],
	] as [Record<string, string>, string[]][])("filters by %j", async (query, names) => {
		expect(await found(query)).toEqual(names);
	});

	test("X-01 a merchant finds none of another's by the same values", async () => {
		expect(await found({ "metadata[order]": "A-1" }, foreigner)).toEqual(["foreign"]);
		for (const query of [
			{ customer_lookup_id: customer.lookup_id },
			{ card_lookup_id: String(customer.cards[0]?.lookup_id) },
			{ subscription_lookup_id: subscription.lookup_id },
			{ custom_id: "Ada-1" },
			{ "metadata[channel]": "web" },
		]) {
			expect(await found(query as unknown as Record<string, string>, foreigner)).toEqual([]);
		}
	});

	test("a list by metadata has pages in both directions", async () => {
		const query = `${transactions}?metadata[order]=a-1&limit=2`;
		const first = (await client.get(query)).body;
		const { cursors } = first.paging as { cursors: { after: string } };
		const second = (await client.get(`${query}&after=${cursors.after}`)).body;
		const all = [...(first.entities as JsonObject[]), ...(second.entities as JsonObject[])];
		expect(all.map((one) => one.transaction_id)).toEqual([ids["first card"], ids.capture, ids.hold]);
		const { before } = (second.paging as { cursors: { before: string } }).cursors;
		expect((await client.get(`${query}&before=${before}`)).body.entities).toEqual(first.entities);
		const other = `${transactions}?metadata[order]=a-2&limit=2&after=${cursors.after}`;
		expectProblem(await client.get(other), 400, "BAD_REQUEST");
	});

	test.each([
		["metadata=A-1", "metadata"],
		["metadata[]=A-1", "metadata"],
		["metadata[a b]=A-1", "metadata"],
		["metadata[order]=A-1&metadata[order]=A-2", "metadata"],
		[[1, 2, 3, 4, 5, 6].map((index) => `metadata[k${index}]=x`).join("&"), "metadata"],
		["metadata[order]=A-1&colour=x", "query"],
		["currency=ca", "currency"],
	])("refuses %s", async (query, field) => {
		const answer = await client.get(`${transactions}?${query}`);
		expectProblem(answer, 400, "BAD_REQUEST");
		const [error] = answer.body.errors as JsonObject[];
		expect(error?.field).toBe(query.includes("colour") ? "colour" : field);
	});
});

describe("other lists", () => {
	test("customers are filtered by custom_id and metadata", async () => {
		const details = { email: "cy@example.com", custom_id: "CY-7", metadata: { tier: "gold" } };
		const { body: cy } = await client.post(customerPath, details);
		for (const query of ["custom_id=cy-7", "metadata[tier]=Gold", "metadata[tier]=gold&email_address=cy@example.com"]) {
			const listed = await entities(`${customerPath}?${query}`);
			expect(listed.map((one) => one.lookup_id)).toEqual([cy.lookup_id]);
			expect(await entities(`${customerPath}?${query}`, foreigner)).toEqual([]);
		}
		expect(await entities(`${customerPath}?metadata[tier]=silver`)).toEqual([]);
	});

	test("plans and EFT payments are filtered by metadata, and these by customer", async () => {
		const plan = { name: "Tea", amount: 31, currency: "CAD", frequency: "WEEKLY", metadata: { sku: "T-1" } };
		const { body: tea } = await client.post("/plan-service/plan", plan);
		expect(await entities("/plan-service/plan?metadata[sku]=t-1")).toEqual([tea]);
		const { body: asked } = await client.post(`${eftPath}/request/${customer.lookup_id}`, {
			amount: 5,
			metadata: { order: "E-1" },
		});
		for (const query of [`customer_lookup_id=${customer.lookup_id}`, "metadata[order]=e-1"]) {
			const listed = await entities(`${eftPath}/transaction?${query}`);
			expect(listed.map((one) => one.transaction_id)).toEqual([asked.transaction_id]);
		}
		expect(await entities(`${eftPath}/transaction?customer_lookup_id=0`)).toEqual([]);
	});
});

describe("a subscription", () => {
	const pathOf = (id = subscription.lookup_id) => `${customerPath}/${customer.lookup_id}/subscription/${id}`;

	test("reads as its element of the customer", async () => {
		const { subscriptions } = (await client.get(`${customerPath}/${customer.lookup_id}`)).body;
		expect((await client.get(pathOf())).body).toEqual((subscriptions as JsonObject[])[0]);
	});

	test("lists its payments with their refunds, page by page", async () => {
		const all = await entities(`${pathOf()}/payment`);
		expect(all.map((one) => one.transaction_id)).toEqual([ids["renewal's refund"], ids.renewal]);
		expect(all).toEqual(await entities(`${transactions}?subscription_lookup_id=${subscription.lookup_id}`));
		const first = (await client.get(`${pathOf()}/payment?limit=1`)).body;
		const { after } = (first.paging as { cursors: { after: string } }).cursors;
		expect(await entities(`${pathOf()}/payment?limit=1&after=${after}`)).toEqual(all.slice(1));
	});

	test("X-02 of another customer is not found", async () => {
		const { body: other } = await client.post(customerPath, { email: "bo@example.com" });
		for (const end of ["", "/payment"]) {
			const path = `${customerPath}/${other.lookup_id}/subscription/${subscription.lookup_id}${end}`;
			expectProblem(await client.get(path), 404, "NOT_FOUND");
		}
	});

	test("X-51 shows its payments only to a token that may read transactions", async () => {
		const narrow = await signIn(gateway.url, gateway.merchant, "customer");
		expect((await narrow.get(pathOf())).status).toBe(200);
		expectProblem(await narrow.get(`${pathOf()}/payment`), 403, "FORBIDDEN");
		const reading = await signIn(gateway.url, gateway.merchant, "customer:read transaction:read");
		expect((await reading.get(`${pathOf()}/payment`)).status).toBe(200);
	});
});

describe("the file of transactions", () => {
	test("X-34 has what the list's filters find, without formulas", async () => {
		const answer = await client.get(`${file}?metadata[order]=a-1&transaction_type=capture,sale`);
		expect(answer.status, answer.text).toBe(200);
		expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
		const [head, ...lines] = answer.text.split("\r\n").slice(0, -1);
		expect(head).toContain('"metadata"');
		expect(lines.map((line) => line.split(",")[0])).toEqual([`"${ids["first card"]}"`, `"${ids.capture}"`]);
		expect(lines[1]).toContain('"{""order"":""A-1"",""parcel"":""=1+1""}"');
		expect(lines[0]).toContain(`"${customer.lookup_id}"`);
	});

	test("X-01 has the caller's own transactions", async () => {
		const { text } = await foreigner.get(file);
		expect(text.split("\r\n")).toHaveLength(3);
		expect(text).toContain(String(ids.foreign));
	});

	test("needs the scope of transactions, and refuses unknown filters", async () => {
		const narrow = await signIn(gateway.url, gateway.merchant, "customer");
		expectProblem(await narrow.get(file), 403, "FORBIDDEN");
		expectProblem(await client.get(`${file}?limit=5`), 400, "BAD_REQUEST");
	});
});
