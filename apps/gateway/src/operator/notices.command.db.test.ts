import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { manageNotices } from "./notices.command.ts";

let tables: TestTables;

// Audit events cannot be taken out of the inbox, so each test has a database of its own.
beforeEach(async () => {
	tables = await openTestTables();
	for (const merchant_id of ["maple", "other"]) {
		const row = { merchant_id, name: `The ${merchant_id} shop`, mode: "demo", created_at: 0 } as const;
		await tables.database.insertInto("merchants").values(row).execute();
	}
});

afterEach(() => tables.drop());

const manage = (...words: string[]) =>
	manageNotices({ database: tables.database, clocks: testClocks(), login: "ada" }, words);

const audited = () =>
	tables.database.selectFrom("audit_inbox").select(["type", "object", "actor_id", "details"]).execute();

describe("an operator's command on notices", () => {
	test("shows that all are sent when nothing was said", async () => {
		expect(await manage("maple")).toBe(
			[
				"Customers of The maple shop (demo, maple) are told by mail of:",
				"  a payment that failed (payment-failed): on",
				"  a subscription that was suspended (suspended): on",
				"  a card that is about to expire (card-expiring): on",
			].join("\n"),
		);
		expect(await audited()).toEqual([]);
	});

	test.each(["payment-failed", "suspended", "card-expiring"])(
		"turns %s off and on again, for one merchant and nothing else",
		async (notice) => {
			const before = await manage("maple");
			const off = await manage("maple", notice, "off");
			expect(off).toBe(before.replace(`(${notice}): on`, `(${notice}): off`));
			expect(await manage("other")).not.toContain("off");
			expect(await manage("maple", notice, "on")).toBe(before);
		},
	);

	test("writes a change into the audit log, and nothing where there is none", async () => {
		await manage("maple", "card-expiring", "off");
		await manage("maple", "card-expiring", "off");
		expect(await audited()).toEqual([
			{
				type: "settings.changed",
				object: "maple",
				actor_id: "ada",
				details: { setting: "sends_card_expiring_notices", to: "off" },
			},
		]);
	});

	test.each([
		["nobody's id", ["nobody"], "There is no merchant"],
		["no merchant", [], "npm run admin -- notices MERCHANT"],
		["another notice", ["maple", "receipts", "on"], "npm run admin -- notices MERCHANT"],
		["another switch", ["maple", "suspended", "maybe"], "npm run admin -- notices MERCHANT"],
		["no switch", ["maple", "suspended"], "npm run admin -- notices MERCHANT"],
		["one word too many", ["maple", "suspended", "on", "now"], "npm run admin -- notices MERCHANT"],
	])("is refused with %s, and says what to type", async (_what, words, message) => {
		await expect(manage(...words)).rejects.toThrow(message);
		expect(await audited()).toEqual([]);
	});
});
