import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertOrigin } from "../../../../../packages/merchants/src/origins/origins.store.ts";
import { goodCard, type JsonObject, salePath, signIn } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { askBank, type BankAnswer } from "../../../../../test/fixtures/payments/bank.ts";

let gateway: TestGateway;
let client: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(() => gateway.stop());

const challengeCard = "4000000000001091";

/** Sells with 3-D Secure, and returns the form that the payer's page posts to the bank. */
async function creqOf(number = challengeCard, fields: JsonObject = {}): Promise<string> {
	const answer = await client.post(salePath, {
		amount: 31,
		...goodCard,
		card_number: number,
		three_d_secure: "auto",
		...fields,
	});
	expect(answer.body.reason, answer.text).toBe("action_required");
	const action = await gateway.database.tables
		.selectFrom("payer_actions")
		.selectAll()
		.where("transaction_id", "=", String(answer.body.transaction_id))
		.executeTakeFirstOrThrow();
	expect(action).toMatchObject({ url: `http://bank.localhost:${gateway.port}/bank/challenge`, method: "POST" });
	return action.fields.creq ?? "";
}

const post = (path: string, fields: Record<string, string>, sent: { host?: string; language?: string } = {}) =>
	askBank(gateway, path, { fields, ...sent });

const policyOf = ({ headers }: BankAnswer) => String(headers["content-security-policy"]);

describe("the bank's page", () => {
	test("shows merchant, amount and masked card, and never the number", async () => {
		const page = await post("/bank/challenge", { creq: await creqOf() });
		expect(page.status).toBe(200);
		for (const part of ["Maple &amp; Main", "$31.00 CAD", "Visa •••• 1091", 'autocomplete="one-time-code"']) {
			expect(page.text).toContain(part);
		}
		expect(page.text).not.toContain(challengeCard);
		expect(page.headers["cache-control"]).toBe("no-store");
		expect(policyOf(page)).toContain("form-action 'self'");
	});

	test("is French for a French browser", async () => {
		const page = await post("/bank/challenge", { creq: await creqOf() }, { language: "fr-CA,en;q=0.5" });
		for (const part of ['<html lang="fr">', "31,00\u00a0$\u00a0CAD", "Confirmez votre paiement"]) {
			expect(page.text).toContain(part);
		}
	});

	test.each([
		["a bank that takes frames", challengeCard, "frame-ancestors http://localhost:"],
		["a bank that refuses frames", "4000000000001042", "frame-ancestors 'none'"],
	])("of %s tells browsers so", async (_, number, policy) => {
		const creq = await creqOf(number);
		expect(policyOf(await post("/bank/challenge", { creq }))).toContain(policy);
		expect(policyOf(await post("/bank/answer", { creq, code: "1234" }))).toContain(policy);
	});

	test("may be framed in pages of the merchant's origins", async () => {
		const origin = "https://shop.example";
		const { tables } = gateway.database;
		const merchant = tables.selectFrom("merchants").where("name", "=", "Maple & Main");
		const { id: merchantId } = await merchant.select("id").executeTakeFirstOrThrow();
		await insertOrigin(tables.withTables(), { merchantId, origin, now: 1 });
		expect(policyOf(await post("/bank/challenge", { creq: await creqOf() }))).toMatch(
			new RegExp(`frame-ancestors http://localhost:${gateway.port} .*${origin}`),
		);
	});

	test.each([
		["the right code", { code: "1234" }],
		["a wrong code", { code: "1235" }],
		["no code", {}],
		["Cancel", { code: "1234", cancel: "1" }],
	] as const)("after %s, posts a result to the gateway ", async (_, fields) => {
		const page = await post("/bank/answer", { creq: await creqOf(), ...fields });
		expect(page.status).toBe(200);
		expect(page.text).toMatch(/action="http:\/\/localhost:\d+\/pay\/authenticate\/\w{20}\/[\w-]{66}\/return"/);
		expect(page.text).toMatch(/name="cres" value="[\w-]+\.[\w-]{43}"/);
		expect(page.text).toContain('data-times="1"');
		expect(policyOf(page)).toContain(`form-action http://localhost:${gateway.port};`);
	});

	test("of the bank that never returns stays", async () => {
		const page = await post("/bank/answer", { creq: await creqOf("4000000000001075"), code: "1234" });
		expect(page.text).toContain("We are still checking");
		expect(page.text).not.toContain("cres");
	});

	test("of the bank that returns twice posts its form twice", async () => {
		const page = await post("/bank/answer", { creq: await creqOf("4000000000001109"), code: "1234" });
		expect(page.text).toContain('data-times="2"');
		expect(policyOf(page)).toContain(`frame-src http://localhost:${gateway.port};`);
	});

	test.each(["/bank/challenge", "/bank/answer"])("at %s refuses what the bank did not sign", async (path) => {
		const creq = await creqOf();
		for (const forged of ["", "x", `${creq}x`, creq.replace(/^./, "f"), `e30.${creq.split(".")[1]}`]) {
			const page = await post(path, { creq: forged, code: "1234" });
			expect([page.status, page.text.includes("This page has expired")]).toEqual([400, true]);
		}
	});
});

describe("the bank's origin", () => {
	test("has the bank's pages alone", async () => {
		const creq = await creqOf();
		expect((await post("/bank/challenge", { creq }, { host: "localhost" })).status).toBe(404);
		for (const path of ["/app/sign-in", "/v1/cardseal.js", "/sandbox/mailbox", "/docs", "/healthz"]) {
			expect([path, (await askBank(gateway, path)).status]).toEqual([path, 404]);
		}
		expect((await post("/transaction-service/sale", {})).status).toBe(404);
	});

	test.each([
		["/bank/style.css", "text/css"],
		["/bank/return.js", "text/javascript"],
	])("has %s", async (path, type) => {
		const { status, headers } = await askBank(gateway, path);
		expect([status, headers["content-type"]]).toEqual([200, `${type}; charset=utf-8`]);
	});
});
