import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { cardTestingLimitsOf } from "../card-testing/limits.ts";
import type { Merchant } from "../merchants/merchant.ts";
import { findMerchant } from "../merchants/merchants.store.ts";
import { manageCardTesting } from "./card-testing.command.ts";
import { CommandRefused } from "./command-refused.ts";

let tables: TestTables;

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

beforeEach(async () => {
	await tables.database.deleteFrom("merchants").execute();
	for (const mode of ["live", "demo"] as const) {
		await tables.database
			.insertInto("merchants")
			.values({ merchant_id: mode, name: `The ${mode} shop`, mode, created_at: 0 })
			.execute();
	}
});

const manage = (...words: string[]) =>
	manageCardTesting({ database: tables.database, clocks: testClocks(), login: "ada" }, words);

async function merchant(publicId: string): Promise<Merchant> {
	const found = await findMerchant(tables.database, { publicId });
	if (found === undefined) throw new Error("There is such a merchant.");
	return found;
}

const limitsOf = async (publicId: string) => cardTestingLimitsOf(await merchant(publicId));

async function refusalOf(...words: string[]): Promise<string> {
	const outcome = await manage(...words).catch((error: unknown) => error);
	if (!(outcome instanceof CommandRefused)) throw new Error(`It was not refused: ${outcome}`, { cause: outcome });
	return outcome.message;
}

describe("an operator's command on the guard", () => {
	test("shows who is guarded when nothing was said, and by which limits", async () => {
		expect(await manage("show", "live")).toMatch(/^The guard of The live shop \(live, live\) is on\.\n/);
		expect(await manage("show", "demo")).toMatch(/ is off\.\n/);
		expect(await manage("show", "live")).toContain("\n  failed_per_card_and_address 3: ");
	});

	test("keeps what each of two operators has set at once", async () => {
		await Promise.all([
			manage("set", "live", "failed_per_card_and_address", "5"),
			manage("set", "live", "sessions_per_minute", "7"),
		]);
		expect(await limitsOf("live")).toMatchObject({ failed_per_card_and_address: 5, sessions_per_minute: 7 });
	});

	test("turns the guard on and off, for one merchant alone, and back to what the mode says", async () => {
		expect(await manage("on", "demo")).toMatch(/ is on\.\n/);
		expect(await manage("off", "live")).toMatch(/ is off\.\n/);
		expect([await limitsOf("live"), await limitsOf("demo")]).toEqual([undefined, expect.anything()]);
		await manage("default", "demo");
		await manage("default", "live");
		expect([await limitsOf("live"), await limitsOf("demo")]).toEqual([expect.anything(), undefined]);
	});

	test("sets a limit, says what it would be otherwise, and takes it back", async () => {
		const before = await limitsOf("live");
		await manage("set", "live", "bin_cards", "40");
		expect(await manage("set", "live", "sessions_per_minute", "9")).toContain("bin_cards 40 (by default 20): ");
		expect(await limitsOf("live")).toEqual({ ...before, bin_cards: 40, sessions_per_minute: 9 });
		await manage("set", "live", "bin_cards", "default");
		expect(await limitsOf("live")).toEqual({ ...before, sessions_per_minute: 9 });
	});

	test("keeps the limits while the guard is off", async () => {
		await manage("set", "demo", "bin_cards", "40");
		await manage("on", "demo");
		expect(await limitsOf("demo")).toMatchObject({ bin_cards: 40 });
	});

	test.each([
		["nothing", []],
		["no merchant", ["on"]],
		["another action", ["pause", "live"]],
		["one word too many", ["on", "live", "please"]],
		["a limit without a value", ["set", "live", "bin_cards"]],
	])("is refused with %s, and the words there are are told", async (_what, words) => {
		expect(await refusalOf(...words)).toContain("npm run admin -- guard set MERCHANT LIMIT VALUE|default");
	});

	test.each(["0", "1441", "-5", "1.5", "many", ""])("is refused for a window of %j minutes", async (value) => {
		expect(await refusalOf("set", "live", "window_minutes", value)).toContain("a whole number from 1 to 1440");
		expect(await limitsOf("live")).toMatchObject({ window_minutes: 60 });
	});

	test("is refused for what nobody has", async () => {
		expect(await refusalOf("on", "nobody")).toContain("There is no merchant");
		expect(await refusalOf("set", "live", "toString", "5")).toContain("failed_per_card_and_address");
	});
});
