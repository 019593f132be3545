import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goodCard, type JsonObject, requestToken, salePath, signIn } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { operatorOf, type TestOperator } from "../../../../../test/fixtures/operator.ts";

let gateway: TestGateway;
let operator: TestOperator;

beforeAll(async () => {
	gateway = await startTestGateway();
	operator = operatorOf(gateway);
});

afterAll(() => gateway.stop());

async function credential(...words: string[]) {
	const { text, json } = await operator.run("credential", ...words);
	return { text, json: json as JsonObject & { client_id: string; client_secret: string } };
}

const refusalOf = (...words: string[]) => operator.refusalOf("credential", ...words);

const named = (...words: string[]) => ["add", gateway.merchant.merchant_id, "--name", "Till", ...words];

describe("npm run admin -- credential", () => {
	test("a new credential works at once, by default for all services and twelve hours", async () => {
		const { text, json } = await credential(...named());
		expect(json).toMatchObject({ name: "Till", channel: "E_COMMERCE", token_lifetime_seconds: 43_200 });
		expect(text).toContain(json.client_secret);
		const { client_id, client_secret } = json;
		const answer = await requestToken(gateway.url, { grant_type: "client_credentials", client_id, client_secret });
		expect(answer.body).toMatchObject({
			expires_in: 43_200,
			merchant_id: gateway.merchant.merchant_id,
			scope: "customer plan transaction eft event",
		});
	});

	test("a credential may be limited to a channel, to some services and to a shorter lifetime", async () => {
		const words = ["--channel", "VT", "--scope", "transaction", "--scope", "plan", "--token-lifetime", "600"];
		const { json } = await credential(...named(...words));
		expect(json).toMatchObject({ channel: "VT", scopes: ["plan", "transaction"], token_lifetime_seconds: 600 });
		const client = await signIn(gateway.url, { ...gateway.merchant, ...json });
		const sale = await client.post(salePath, { amount: 31, ...goodCard });
		expect(sale.body).toMatchObject({ transaction_source: "VT", user_id: null });
		expect((await client.get("/customer-service/customer")).status).toBe(403);
	});

	test("list prints no secrets, and takes the merchant's id or its public key", async () => {
		const { json } = await credential(...named());
		for (const merchant of [gateway.merchant.merchant_id, gateway.merchant.public_key]) {
			const listed = await credential("list", merchant);
			expect(listed.text).toContain(json.client_id);
			expect(listed.text + JSON.stringify(listed.json)).not.toContain(json.client_secret);
		}
		expect((await credential("list", gateway.secondMerchant.merchant_id)).text).not.toContain(json.client_id);
	});

	test("O-37 a revoked credential and its tokens work no longer", async () => {
		const { json } = await credential(...named());
		const client = await signIn(gateway.url, { ...gateway.merchant, ...json });
		const { client_id, client_secret } = json;
		await credential("revoke", gateway.merchant.merchant_id, client_id);
		expect((await client.get("/plan-service/plan")).status).toBe(401);
		const again = await requestToken(gateway.url, { grant_type: "client_credentials", client_id, client_secret });
		expect(again.body.error).toBe("invalid_client");
		expect(await refusalOf("revoke", gateway.merchant.merchant_id, client_id)).toMatch(/^There is no credential/);
	});

	test("X-01 a credential can be revoked under its own merchant only", async () => {
		const { json } = await credential(...named());
		const refusal = await refusalOf("revoke", gateway.secondMerchant.merchant_id, json.client_id);
		expect(refusal).toMatch(/^There is no credential/);
		await signIn(gateway.url, { ...gateway.merchant, ...json });
	});
});

describe("a wrong command line", () => {
	test.each([
		["nothing", () => []],
		["no merchant", () => ["list"]],
		["no name", () => ["add", gateway.merchant.merchant_id]],
		["no client id", () => ["revoke", gateway.merchant.merchant_id]],
		["an argument too many", () => ["list", gateway.merchant.merchant_id, "more"]],
		["an unknown verb", () => ["remove", gateway.merchant.merchant_id]],
		["an unknown option", () => named("--colour", "red")],
	])("prints the help: %s", async (_what, words) => {
		expect(await refusalOf(...words())).toContain("npm run admin -- credential add MERCHANT --name NAME");
	});

	test.each([
		["--channel", "WEB", /^--channel is one of VT, /],
		["--scope", "admin", /^--scope is one of customer, /],
		["--token-lifetime", "59", /from 60 to 86400/],
		["--token-lifetime", "86401", /from 60 to 86400/],
		["--token-lifetime", "1h", /from 60 to 86400/],
	])("prints the values of %s, which are not %s", async (option, value, message) => {
		expect(await refusalOf(...named(option, value))).toMatch(message);
	});

	test("names no merchant", async () => {
		expect(await refusalOf("list", "nobody")).toMatch(/^There is no merchant/);
	});
});
