import { createVault, DemoProcessor, generateMasterKey, type Processor } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertMerchant } from "../../../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../../../test/fixtures/clock.ts";
import { createTestOperator, type TestOperator } from "../../../../../../test/fixtures/operator.ts";
import { farAccount, farModule, testMemo } from "../../../../../../test/fixtures/processors/far.ts";
import { openTestTables, type TestTables } from "../../../../../../test/fixtures/tables.ts";
import { readConfig } from "../../../config.ts";

const clocks = testClocks();

let tables: TestTables;
let operator: TestOperator;
let answer: Processor["submit"] | undefined;

beforeAll(async () => {
	tables = await openTestTables();
	await insertMerchant(tables.database, { merchant_id: "bakery", mode: "demo" });
	const masterKey = generateMasterKey();
	const [businessNow, realNow] = [() => clocks.business.now(), () => clocks.real.now()];
	operator = createTestOperator(
		{ database: tables.database, clocks },
		{
			config: readConfig({ SANDBOX: "0", PROCESSORS_MODULE: farModule, SMTP_URL: "smtp://localhost" }),
			createVault: () => createVault({ database: tables.database.withTables(), masterKey, businessNow, realNow }),
		},
	);
});

afterAll(() => tables.drop());

async function connect(memo: string, currency: string): Promise<string> {
	const demo = new DemoProcessor({ database: tables.database.withTables(), now: () => clocks.business.now() });
	const { merchant_number, api_key } = farAccount({
		name: "far",
		submit: (request) => answer?.(request) ?? demo.submit(request),
		inquire: (request) => demo.inquire(request),
	});
	const fields = [`merchant_number=${merchant_number}`, `api_key=${api_key}`, `memo=${memo}`];
	const words = ["--processor", "far", "--currency", currency, ...fields.flatMap((field) => ["--field", field])];
	const { json } = await operator.run("processor", "add", "bakery", ...words);
	return (json as { account_id: string }).account_id;
}

describe("npm run admin -- processor try", () => {
	test("makes payments at the account of a test system, which the merchant sees", async () => {
		const account = await connect(testMemo, "CAD");
		const { json, isComplete } = await operator.run("processor", "try", account);
		const { tried } = json as { tried: { asked: string; answer: string }[] };
		expect(tried.map(({ asked, answer: result }) => `${asked}: ${result}`)).toEqual([
			"sale of 11.00 CAD: APPROVED",
			"look-up of the sale by our reference: approved",
			"refund of 5.00 CAD: APPROVED",
			"authorization of 21.00 CAD: APPROVED",
			"capture of 15.00 CAD: APPROVED",
			"authorization of 31.00 CAD: APPROVED",
			"void of 31.00 CAD: APPROVED",
		]);
		expect(isComplete).toBe(true);
		const rows = await tables.database
			.selectFrom("transactions")
			.select("type")
			.where("processor_account", "=", account)
			.orderBy("id")
			.execute();
		expect(rows.map(({ type }) => type)).toEqual([
			"sale",
			"refund",
			"authorization",
			"capture",
			"authorization",
			"void",
		]);
	});

	test("prints what the owner has to arrange with the processor", async () => {
		const account = await connect(testMemo, "USD");
		answer = async () => ({
			result: "declined",
			declineClass: "configuration",
			declineCode: "account_refused",
			message: "Ask for the permission to send card numbers.",
			processorTransactionId: "",
		});
		const { text, isComplete } = await operator.run("processor", "try", account);
		answer = undefined;
		expect(isComplete).toBe(false);
		expect(text).toContain("DECLINED account_refused");
		expect(text).toContain("refund of 5.00 USD                    not asked");
		expect(text.match(/Ask for the permission to send card numbers\./g)).toHaveLength(1);
	});

	test("sends nothing for an account that is unknown, or moves money", async () => {
		expect(await operator.refusalOf("processor", "try", "nobody")).toMatch(/^There is no account/);
		await tables.database
			.updateTable("merchants")
			.set({ currencies: ["EUR"] })
			.execute();
		const account = await connect("Main shop", "EUR");
		expect(await operator.refusalOf("processor", "try", account)).toMatch(
			/^This is no verified account of a test system/,
		);
	});
});
