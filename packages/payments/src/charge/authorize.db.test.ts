import { afterAll, beforeAll, expect, test } from "vitest";
import { approvedSale, declined, failure, journalOf } from "../../../../test/fixtures/api/records.ts";
import {
	authorizePath,
	type Client,
	cardToken,
	expectProblem,
	goodCard,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(() => gateway.stop());

const approvedHold = {
	...approvedSale,
	transaction_type: "authorization",
	captured: false,
	capture_before: expect.any(Number),
};

test("an authorization is recorded as a hold without a capture", async () => {
	const { status, body } = await client.post(authorizePath, { amount: 31, ...goodCard });
	expect(status).toBe(200);
	expect(body).toEqual(approvedHold);
	const [row] = (await journalOf(gateway)).filter(({ reference }) => reference === body.transaction_id);
	expect(row).toMatchObject({ operation: "authorization", amount_cents: 3100, result: "approved" });
});

test("an authorization accepts a card token", async () => {
	const token = await cardToken(gateway.merchant.public_key);
	const { body } = await client.post(authorizePath, { amount: 31, token, currency: "USD", invoice_id: "INV-1" });
	expect(body).toEqual({ ...approvedHold, currency: "USD", invoice_id: "INV-1" });
});

test("B-08 a declined authorization returns the whole record", async () => {
	const answer = await client.post(authorizePath, { amount: 30.01, ...goodCard });
	expect(answer.status).toBe(402);
	expect(answer.body).toEqual({
		...approvedHold,
		...declined,
		...failure(answer),
		amount: 30.01,
		capture_before: null,
	});
});

test("an authorization is refused for the same reasons as a sale", async () => {
	for (const fields of [{ amount: 0 }, { currency: "EUR" }, { cvv2: "1" }, { token: "ct1" }]) {
		expectProblem(await client.post(authorizePath, { amount: 31, ...goodCard, ...fields }), 400, "BAD_REQUEST");
	}
});
