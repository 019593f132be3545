import { afterAll, beforeAll, expect, test } from "vitest";
import { insertCard } from "../../../../test/fixtures/builders.ts";
import { type Client, cardWith, goodCard, salePath, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

let gateway: TestGateway;
let client: Client;

const customerPath = "/customer-service/customer";

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(() => gateway.stop());

test("a customer has at most 50 cards, stored by a request or with a charge; one of them may be stored again", async () => {
	const { tables } = gateway.database;
	const { body } = await client.post(customerPath, { email: "ada@example.com" });
	const customer = String(body.lookup_id);
	const cards = `${customerPath}/${customer}/card`;
	expect((await client.post(cards, goodCard)).status).toBe(200);
	const { id: customer_id, merchant_id } = await tables
		.selectFrom("customers")
		.select(["id", "merchant_id"])
		.where("lookup_id", "=", customer)
		.executeTakeFirstOrThrow();
	for (let card = 2; card <= 50; card++) await insertCard(tables, { merchant_id, customer_id, is_default: false });
	const another = cardWith("5555555555554444");
	const submitted = gateway.submitted.length;
	const charged = await client.post(`${salePath}/customer/${customer}`, { amount: 31, currency: "CAD", ...another });
	expect(charged.body).toMatchObject({ status: 400, reason: "too_many_cards" });
	expect(gateway.submitted).toHaveLength(submitted);
	expect((await client.post(cards, another)).body).toMatchObject({ status: 400, reason: "too_many_cards" });
	const again = await client.post(cards, { ...goodCard, card_expiry_year: "33" });
	expect(again.status, again.text).toBe(200);
	expect(again.body.cards).toHaveLength(50);
	expect(
		(await client.post(`${salePath}/customer/${customer}`, { amount: 31, currency: "CAD", ...goodCard })).status,
	).toBe(200);
});
