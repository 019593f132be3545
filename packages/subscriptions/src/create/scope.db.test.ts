import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, expectProblem, type JsonObject, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

let gateway: TestGateway;
/** A client whose credential has the scope `customer` alone. */
let limited: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	await gateway.database.tables
		.updateTable("client_credentials")
		.set({ scopes: ["customer"] })
		.where("client_id", "=", gateway.merchant.client_id)
		.execute();
	limited = await signIn(gateway.url, gateway.merchant);
});

afterAll(() => gateway.stop());

const missing = "0000000000000000000A";
const subscriptionPath = `/customer-service/customer/${missing}/subscription/${missing}`;
const wanted = {
	customer_lookup_id: missing,
	card_lookup_id: missing,
	plan_lookup_id: missing,
	start_date: Date.UTC(2031, 0, 1),
};

const change = (changes: JsonObject) =>
	limited.send(subscriptionPath, {
		method: "PATCH",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(changes),
	});

test("X-51 the scope customer alone neither creates nor activates a subscription, nor changes its amount", async () => {
	for (const refused of [
		await limited.post("/customer-service/customer/subscription", wanted),
		await change({ status: "ACTIVE" }),
		await change({ amount: 5 }),
	]) {
		expectProblem(refused, 403, "FORBIDDEN");
		expect(refused.headers.get("WWW-Authenticate")).toContain(`scope="transaction"`);
	}
});

test("X-51 it still pauses one", async () => {
	expectProblem(await change({ status: "PAUSED" }), 404, "NOT_FOUND");
});
