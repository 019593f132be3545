import { CallError, type ClientOptions, createClient } from "@cardseal/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transactionsOf } from "../fixtures/api/records.ts";
import { cardWith, goodCard } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";

const sale = "/transaction-service/sale";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 1_500 });
});

afterAll(() => gateway.stop());

function open(options: Partial<ClientOptions> = {}) {
	const { client_id: clientId, client_secret: clientSecret } = gateway.merchant;
	return createClient({ authUrl: gateway.url, baseUrl: gateway.url, clientId, clientSecret, ...options });
}

/** A `fetch` that loses the first sale's response after the gateway has sent it. */
function losingFirstAnswer() {
	let lost = false;
	return async (url: string, init: RequestInit) => {
		const response = await fetch(url, init);
		if (lost || !url.endsWith(sale)) return response;
		lost = true;
		throw new TypeError("fetch failed");
	};
}

describe("the merchant's client at the gateway", () => {
	test.each([
		[31, goodCard, "APPROVED"],
		["31.00", goodCard, "APPROVED"],
		[30, goodCard, "DECLINED"],
		[31, cardWith("4000000000000259"), "PENDING"],
	])("a sale that is %s is a result, not an error", async (amount, card, result) => {
		const record = await open().post(sale, { body: { amount, ...card } });
		expect(record).toMatchObject({ amount: Number(amount), transaction_result: result });
	});

	test("H-02 the response to a lost request is fetched again under the same key: one charge", async () => {
		const body = { amount: 31, ...goodCard, invoice_id: "lost-answer" };
		const record = await open({ fetch: losingFirstAnswer() }).post(sale, { body });
		const charged = (await transactionsOf(gateway)).filter(({ invoice_id: invoice }) => invoice === "lost-answer");
		expect(charged.map((one) => one.transaction_id)).toEqual([record.transaction_id]);
	});

	test("H-03 a key that was used for another request is an error that names it", async () => {
		const client = open();
		await client.post(sale, { body: { amount: 31, ...goodCard }, idempotencyKey: "order-7" });
		const other = client.post(sale, { body: { amount: 33, ...goodCard }, idempotencyKey: "order-7" });
		await expect(other).rejects.toMatchObject({ code: "IDEMPOTENCY_MISMATCH", idempotencyKey: "order-7" });
	});

	test("a revoked access token is renewed, and the call succeeds", async () => {
		let bearer = "";
		const client = open({
			fetch: (url, init) => {
				bearer = new Headers(init.headers).get("Authorization") ?? bearer;
				return fetch(url, init);
			},
		});
		await client.get("/transaction-service/transaction");
		const revoked = bearer;
		await fetch(`${gateway.url}/oauth/revoke_token`, { method: "DELETE", headers: { Authorization: revoked } });
		await client.get("/transaction-service/transaction");
		expect(bearer).not.toBe(revoked);
	});

	test("a refusal carries the gateway's code, message, fields and request id", async () => {
		const error = await open()
			.post(sale, { body: { ...goodCard, amount: 0 } })
			.catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(CallError);
		expect(error).toMatchObject({
			code: "BAD_REQUEST",
			status: 400,
			fields: [{ field: "amount", message: expect.stringContaining("from 0.01") }],
			requestId: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
			outcomeUnknown: false,
		});
	});

	test("a client with fewer scopes is refused by the other services", async () => {
		const client = open({ scopes: ["customer"] });
		await client.get("/customer-service/customer");
		await expect(client.get("/transaction-service/transaction")).rejects.toMatchObject({ code: "FORBIDDEN" });
	});

	test("a wrong secret is an error that does not show the secret", async () => {
		const clientSecret = "aWrongSecret";
		const error = await open({ clientSecret })
			.get("/transaction-service/transaction")
			.catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ code: "UNAUTHORIZED", status: 401 });
		expect(JSON.stringify([error, String(error)])).not.toContain(clientSecret);
	});

	test("customers and cards are created, read, changed and deleted", async () => {
		const client = open();
		const made = await client.post("/customer-service/customer", { body: { email: "ana@example.com" } });
		const path = { customer_lookup_id: made.lookup_id };
		const withCard = await client.post("/customer-service/customer/{customer_lookup_id}/card", {
			path,
			body: goodCard,
		});
		if ("code" in withCard) throw new Error("The card was refused.");
		const [card] = withCard.cards;
		const cardPath = { ...path, card_lookup_id: card?.lookup_id ?? "" };
		await client.delete("/customer-service/customer/{customer_lookup_id}/card/{card_lookup_id}", { path: cardPath });
		await client.put("/customer-service/customer/{customer_lookup_id}", { path, body: { first_name: "Ana" } });
		const read = await client.get("/customer-service/customer/{customer_lookup_id}", { path });
		expect(read).toMatchObject({ first_name: "Ana", cards: [] });
	});

	test("a card that the processor refuses is a result, not an error", async () => {
		const client = open();
		const { lookup_id: id } = await client.post("/customer-service/customer", { body: { email: "ana@example.com" } });
		const path = { customer_lookup_id: id };
		const body = cardWith("4000000000009995");
		const answer = await client.post("/customer-service/customer/{customer_lookup_id}/card", { path, body });
		// Narrowed by the types: a customer has no decline code.
		expect("decline_code" in answer && answer.decline_code).toBe("insufficient_funds");
	});

	test("X-01 another merchant's ids are not found", async () => {
		const { client_id: clientId, client_secret: clientSecret } = gateway.secondMerchant;
		const { transaction_id: id } = await open().post(sale, { body: { amount: 31, ...goodCard } });
		const other = open({ clientId, clientSecret });
		const path = { transaction_id: id };
		await expect(other.get("/transaction-service/transaction/{transaction_id}", { path })).rejects.toMatchObject({
			code: "NOT_FOUND",
		});
	});
});
