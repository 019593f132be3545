import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { createTestOperator, type TestOperator } from "../../../../test/fixtures/operator.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { Merchant } from "../../../merchants/src/merchant.ts";
import { findMerchant } from "../../../merchants/src/merchants.store.ts";
import { cardTestingLimitsOf } from "./limits.ts";

let tables: TestTables;
let operator: TestOperator;

beforeAll(async () => {
	tables = await openTestTables();
	operator = createTestOperator({ database: tables.database, clocks: testClocks() });
});

afterAll(() => tables.drop());

beforeEach(async () => {
	await tables.database.deleteFrom("merchants").execute();
	for (const mode of ["live", "demo"] as const) {
		await insertMerchant(tables.database, { merchant_id: mode, name: `The ${mode} shop`, mode });
	}
});

const manage = async (...words: string[]) => (await operator.run("card-testing", ...words)).text;
const refusalOf = (...words: string[]) => operator.refusalOf("card-testing", ...words);

async function merchant(publicId: string): Promise<Merchant> {
	const found = await findMerchant(tables.database, { publicId });
	if (found === undefined) throw new Error("There is such a merchant.");
	return found;
}

const limitsOf = async (publicId: string) => cardTestingLimitsOf(await merchant(publicId));

describe("npm run admin -- card-testing", () => {
	test("shows the default of live and demo merchants, and the limits", async () => {
		expect(await manage("show", "live")).toMatch(/^Card-testing protection of The live shop \(live, live\) is on\.\n/);
		expect(await manage("show", "demo")).toMatch(/ is off\.\n/);
		expect(await manage("show", "live")).toContain("\n  failed_per_card_and_address 3: ");
	});

	test("keeps the changes of two operators at the same time", async () => {
		await Promise.all([
			manage("set", "live", "failed_per_card_and_address", "5"),
			manage("set", "live", "sessions_per_minute", "7"),
		]);
		expect(await limitsOf("live")).toMatchObject({ failed_per_card_and_address: 5, sessions_per_minute: 7 });
	});

	test("turns the protection on and off for one merchant, and back to the default of its mode", async () => {
		expect(await manage("on", "demo")).toMatch(/ is on\.\n/);
		expect(await manage("off", "live")).toMatch(/ is off\.\n/);
		expect([await limitsOf("live"), await limitsOf("demo")]).toEqual([undefined, expect.anything()]);
		await manage("default", "demo");
		await manage("default", "live");
		expect([await limitsOf("live"), await limitsOf("demo")]).toEqual([expect.anything(), undefined]);
	});

	test("sets a limit, prints its default, and resets it", async () => {
		const before = await limitsOf("live");
		await manage("set", "live", "bin_cards", "40");
		expect(await manage("set", "live", "sessions_per_minute", "9")).toContain("bin_cards 40 (default 20): ");
		expect(await limitsOf("live")).toEqual({ ...before, bin_cards: 40, sessions_per_minute: 9 });
		await manage("set", "live", "bin_cards", "default");
		expect(await limitsOf("live")).toEqual({ ...before, sessions_per_minute: 9 });
	});

	test("keeps the limits while the protection is off", async () => {
		await manage("set", "demo", "bin_cards", "40");
		await manage("on", "demo");
		expect(await limitsOf("demo")).toMatchObject({ bin_cards: 40 });
	});

	test.each([
		["nothing", []],
		["no merchant", ["on"]],
		["another action", ["pause", "live"]],
		["an argument too many", ["on", "live", "please"]],
		["a limit without a value", ["set", "live", "bin_cards"]],
	])("prints its help when there is %s", async (_what, words) => {
		expect(await refusalOf(...words)).toContain("npm run admin -- card-testing set MERCHANT LIMIT VALUE|default");
	});

	test.each(["0", "1441", "-5", "1.5", "many", ""])("refuses a window of %j minutes", async (value) => {
		expect(await refusalOf("set", "live", "window_minutes", "--", value)).toContain("a whole number from 1 to 1440");
		expect(await limitsOf("live")).toMatchObject({ window_minutes: 60 });
	});

	test("refuses an unknown merchant and an unknown limit", async () => {
		expect(await refusalOf("on", "nobody")).toContain("There is no merchant");
		expect(await refusalOf("set", "live", "toString", "5")).toContain("failed_per_card_and_address");
	});

	test("answers to its former name, guard", async () => {
		const { json } = await operator.run("guard", "show", "live");
		expect(json).toMatchObject({ merchant_id: "live", card_testing_protection: true });
	});
});
