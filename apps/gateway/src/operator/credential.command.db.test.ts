import { openVault } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goodCard, type JsonObject, requestToken, salePath, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { masterKeyOf } from "../../../../test/fixtures/keys.ts";
import { CommandRefused } from "./command-refused.ts";
import { manageCredentials } from "./credential.command.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

/** Has a command carried out as the operator's program does. */
async function credential(...words: string[]) {
	const { database, clocks } = gateway;
	const openOperatorVault = async () =>
		openVault({
			database: database.tables.withTables(),
			masterKey: await masterKeyOf(database),
			businessNow: () => clocks.business.now(),
			realNow: () => clocks.real.now(),
		});
	const operation = { database: database.tables, clocks, login: "ada", openVault: openOperatorVault };
	const { text, json } = await manageCredentials(operation, words);
	return { text, json: json as JsonObject & { client_id: string; client_secret: string } };
}

async function refusalOf(...words: string[]): Promise<string> {
	const outcome = await credential(...words).catch((error: unknown) => error);
	if (!(outcome instanceof CommandRefused)) throw new Error("It was not refused.", { cause: outcome });
	return outcome.message;
}

const named = (...words: string[]) => ["add", gateway.merchant.merchant_id, "--name", "Till", ...words];

describe("a credential that the operator adds", () => {
	test("is good at once, for all services and twelve hours unless something else is said", async () => {
		const { text, json } = await credential(...named());
		expect(json).toMatchObject({ name: "Till", channel: "E_COMMERCE", token_lifetime_seconds: 43_200 });
		expect(text).toContain(json.client_secret);
		const { client_id, client_secret } = json;
		const answer = await requestToken(gateway.url, { grant_type: "client_credentials", client_id, client_secret });
		expect(answer.body).toMatchObject({
			expires_in: 43_200,
			merchant_id: gateway.merchant.merchant_id,
			scope: "customer plan transaction eft",
		});
	});

	test("may be for one channel, some services and a shorter time", async () => {
		const words = ["--channel", "VT", "--scope", "transaction", "--scope", "plan", "--token-lifetime", "600"];
		const { json } = await credential(...named(...words));
		expect(json).toMatchObject({ channel: "VT", scopes: ["plan", "transaction"], token_lifetime_seconds: 600 });
		const client = await signIn(gateway.url, { ...gateway.merchant, ...json });
		const sale = await client.post(salePath, { amount: 31, ...goodCard });
		expect(sale.body).toMatchObject({ transaction_source: "VT", user_id: null });
		expect((await client.get("/customer-service/customer")).status).toBe(403);
	});

	test("is listed without its secret, by the merchant's id or its public key", async () => {
		const { json } = await credential(...named());
		for (const merchant of [gateway.merchant.merchant_id, gateway.merchant.public_key]) {
			const listed = await credential("list", merchant);
			expect(listed.text).toContain(json.client_id);
			expect(listed.text + JSON.stringify(listed.json)).not.toContain(json.client_secret);
		}
		expect((await credential("list", gateway.secondMerchant.merchant_id)).text).not.toContain(json.client_id);
	});

	test("O-37 is good for nothing once it is revoked, and neither are its tokens", async () => {
		const { json } = await credential(...named());
		const client = await signIn(gateway.url, { ...gateway.merchant, ...json });
		const { client_id, client_secret } = json;
		await credential("revoke", gateway.merchant.merchant_id, client_id);
		expect((await client.get("/plan-service/plan")).status).toBe(401);
		const again = await requestToken(gateway.url, { grant_type: "client_credentials", client_id, client_secret });
		expect(again.body.error).toBe("invalid_client");
		expect(await refusalOf("revoke", gateway.merchant.merchant_id, client_id)).toMatch(/^There is no credential/);
	});

	test("X-01 is revoked as its own merchant's alone", async () => {
		const { json } = await credential(...named());
		const refusal = await refusalOf("revoke", gateway.secondMerchant.merchant_id, json.client_id);
		expect(refusal).toMatch(/^There is no credential/);
		await signIn(gateway.url, { ...gateway.merchant, ...json });
	});
});

describe("what an operator types", () => {
	test.each([
		["nothing", () => []],
		["no merchant", () => ["list"]],
		["no name", () => ["add", gateway.merchant.merchant_id]],
		["no client id", () => ["revoke", gateway.merchant.merchant_id]],
		["one word too many", () => ["list", gateway.merchant.merchant_id, "more"]],
		["another verb", () => ["remove", gateway.merchant.merchant_id]],
		["an option that there is not", () => named("--colour", "red")],
	])("is answered with what there is: %s", async (_what, words) => {
		expect(await refusalOf(...words())).toContain("npm run admin -- credential add MERCHANT --name NAME");
	});

	test.each([
		["--channel", "WEB", /^--channel is one of VT, /],
		["--scope", "admin", /^--scope is one of customer, /],
		["--token-lifetime", "59", /from 60 to 86400/],
		["--token-lifetime", "86401", /from 60 to 86400/],
		["--token-lifetime", "1h", /from 60 to 86400/],
	])("is told what %s may be: not %s", async (option, value, message) => {
		expect(await refusalOf(...named(option, value))).toMatch(message);
	});

	test("is told that there is no such merchant", async () => {
		expect(await refusalOf("list", "nobody")).toMatch(/^There is no merchant/);
	});
});
