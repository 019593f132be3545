import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVault, DemoProcessor, generateMasterKey } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../../apps/gateway/src/config.ts";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { createTestOperator, type TestOperator } from "../../../../test/fixtures/operator.ts";
import { farAccount, farModule, unreachableKey } from "../../../../test/fixtures/processors/far.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";

const clocks = testClocks();

let tables: TestTables;
let directory: string;
let input = "";
let operator: TestOperator;
let inSandbox: TestOperator;

beforeAll(async () => {
	tables = await openTestTables();
	directory = await mkdtemp(join(tmpdir(), "cardseal-processor-"));
	for (const merchant_id of ["bakery", "smithy"]) await insertMerchant(tables.database, { merchant_id, mode: "live" });
	const now = () => clocks.real.now();
	const masterKey = generateMasterKey();
	const operatorWith = (environment: Record<string, string>) =>
		createTestOperator(
			{ database: tables.database, clocks },
			{
				config: readConfig({ PROCESSORS_MODULE: farModule, ...environment }),
				createVault: () =>
					createVault({ database: tables.database.withTables(), masterKey, businessNow: now, realNow: now }),
				readInput: async () => input,
			},
		);
	operator = operatorWith({});
	inSandbox = operatorWith({ SANDBOX: "1" });
});

afterAll(async () => {
	await tables.drop();
	await rm(directory, { recursive: true });
});

const newFields = () => farAccount(new DemoProcessor({ database: tables.database.withTables(), now: () => 0 }));
const account = (...more: string[]) => ["add", "bakery", "--processor", "far", "--currency", "CAD", ...more];

describe("npm run admin -- processor", () => {
	test("adds, checks, lists and removes an account, and prints no secret", async () => {
		const { merchant_number, api_key } = newFields();
		const file = join(directory, "secrets.json");
		await writeFile(file, JSON.stringify({ api_key }));
		const added = await operator.run(
			"processor",
			...account("--field", `merchant_number=${merchant_number}`, "--fields-file", file),
		);
		expect(added.json).toMatchObject({ merchant_id: "bakery", processor: "far", fields: { merchant_number } });
		const { account_id: id } = added.json as { account_id: string };
		expect(added.text).toContain("with the processor, under Account › Notifications,");
		expect(added.text).toMatch(new RegExp(`\\n  http://\\S+/processors/${id}/webhook$`));
		const verified = await operator.run("processor", "verify", "bakery", id);
		const updated = await operator.run("processor", "update", "bakery", id, "--field", "memo=Main shop");
		expect(updated.json).toMatchObject({ account_id: id, fields: { merchant_number, memo: "Main shop" } });
		const other = await operator.refusalOf("processor", "update", "bakery", id, "--field", "merchant_number=MN-0");
		expect(other).toMatch(/^Merchant number names another account at the processor/);
		const listed = await operator.run("processor", "list", "bakery");
		expect(listed.json).toMatchObject({ accounts: [{ account_id: id, verified_at: expect.any(Number) }] });
		expect((await operator.run("processor", "list", "smithy")).json).toMatchObject({ accounts: [] });
		const foreign = await operator.refusalOf("processor", "remove", "smithy", id, "--reason", "Mine");
		expect(foreign).toBe("There is no processor account with this id.");
		const removed = await operator.run("processor", "remove", "bakery", id, "--reason", "It moves");
		expect((await operator.run("processor", "list", "bakery")).text).toBe(
			"Maple & Main (live, bakery) has 0 processor accounts.",
		);
		for (const answer of [added, verified, updated, listed, removed]) {
			expect(answer.text).toContain(`\n  account id       ${id}`);
			expect(`${answer.text}${JSON.stringify(answer.json)}`).not.toContain(api_key);
		}
		const events = await auditEvents(tables.database, { object: id });
		expect(events.map(({ type, actor_id: actor }) => [type, actor])).toEqual([
			["processor_account.added", "ada"],
			["processor_account.verified", "ada"],
			["processor_account.changed", "ada"],
			["processor_account.removed", "ada"],
		]);
		expect(events.at(-1)?.details).toMatchObject({ reason: "It moves" });
	});

	test("reads fields from standard input, where an option does not name them again", async () => {
		const fields = newFields();
		input = JSON.stringify({ ...fields, memo: "from the file" });
		const { json } = await operator.run(
			"processor",
			...account("--fields-file", "-", "--field", "memo=a=b", "--currency", "USD"),
		);
		const { merchant_number } = fields;
		expect(json).toMatchObject({ currency: "USD", fields: { merchant_number, memo: "a=b" } });
	});

	test("takes the origin of a simulator, for an account of a test system at a processor that can move", async () => {
		const fields = Object.entries(newFields()).flatMap(([name, value]) => ["--field", `${name}=${value}`]);
		const add = (origin: string) =>
			operator.refusalOf(
				...["processor", "add", "smithy", "--processor", "far", "--currency", "USD"],
				...[...fields, "--processor-origin", origin],
			);
		expect(await add("http://localhost:9000")).toContain("Only an account of a test system can be at another origin.");
		for (const wrong of ["localhost:9000", "http://localhost:9000/v1", "ftp://localhost"]) {
			expect(await add(wrong)).toMatch(/^--processor-origin is an origin/);
		}
	});

	test("lists the installed processors with their fields", async () => {
		const { text, json } = await operator.run("processor", "available");
		expect(json).toMatchObject({ processors: [{ name: "far", title: "Far Payments" }] });
		expect(text).toBe(
			"far: Far Payments\n" +
				"  merchant_number  Merchant number  shown\n" +
				"  api_key          API key          secret\n" +
				"  memo             Memo             shown, optional",
		);
	});

	test.each([
		[
			"an unknown key",
			["--field", "api_key=an unknown key"],
			/^Far Payments refused the account: Unknown key \[secret\]/,
		],
		["no answer", ["--field", `api_key=${unreachableKey}`], /^Far Payments could not be reached/],
		["a missing secret", [], /^Give the account's API key \(api_key\)\.$/],
		["a field without a value", ["--field", "api_key"], /^--field is NAME=VALUE\./],
		["a missing file", ["--fields-file", "/nowhere/secrets.json"], /^--fields-file cannot be read: ENOENT\.$/],
		["another processor", ["--processor", "near"], /^No processor of this name is installed/],
		["another currency", ["--currency", "JPY"], /^Use a currency that is enabled for you: CAD, USD\.$/],
	])("refuses %s, and saves nothing", async (_case, words, refusal) => {
		const before = await operator.run("processor", "list", "bakery");
		const refused = await operator.refusalOf("processor", ...account("--field", "merchant_number=MN-0", ...words));
		expect(refused).toMatch(refusal);
		expect(await operator.run("processor", "list", "bakery")).toEqual(before);
	});

	test("refuses a file that is no JSON, without its content", async () => {
		for (const content of ["api_key=secret-in-a-line", '["secret-in-a-list"]', '{"api_key": 7}']) {
			input = content;
			const refused = await operator.refusalOf("processor", ...account("--fields-file", "-"));
			expect(refused).toBe('--fields-file holds an object in JSON, such as {"api_key": "…"}.');
		}
	});

	test("X-55 adds none in a sandbox", async () => {
		const { merchant_number, api_key } = newFields();
		const fields = ["--field", `merchant_number=${merchant_number}`, "--field", `api_key=${api_key}`];
		expect(await inSandbox.refusalOf("processor", ...account(...fields))).toMatch(/^A sandbox never moves real money/);
	});

	test("refuses to remove without a reason", async () => {
		expect(await operator.refusalOf("processor", "remove", "bakery", "id")).toMatch(/^--reason is missing\./);
		expect(await operator.refusalOf("processor", "remove", "bakery", "id", "--reason", " ")).toMatch(/is empty/);
	});
});
