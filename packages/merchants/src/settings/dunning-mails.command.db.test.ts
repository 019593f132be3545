import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertMerchant } from "../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { createTestOperator } from "../../../../test/fixtures/operator.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";

let tables: TestTables;

// Audit events cannot be deleted from the inbox, so each test has its own database.
beforeEach(async () => {
	tables = await openTestTables();
	for (const merchant_id of ["maple", "other"]) {
		await insertMerchant(tables.database, { merchant_id, name: `The ${merchant_id} shop` });
	}
});

afterEach(() => tables.drop());

const operator = () => createTestOperator({ database: tables.database, clocks: testClocks() });
const manage = async (...words: string[]) => (await operator().run("dunning-mails", ...words)).text;

const audited = () =>
	tables.database.selectFrom("audit_inbox").select(["type", "object", "actor_id", "details"]).execute();

describe("npm run admin -- dunning-mails", () => {
	test("shows that all mails are on by default", async () => {
		expect(await manage("maple")).toBe(
			[
				"Customers of The maple shop (demo, maple) get an email about:",
				"  a failed payment (payment-failed): on",
				"  a suspended subscription (suspended): on",
				"  a card that is about to expire (card-expiring): on",
			].join("\n"),
		);
		expect(await audited()).toEqual([]);
	});

	test.each(["payment-failed", "suspended", "card-expiring"])(
		"turns %s off and on again, for one merchant only",
		async (mail) => {
			const before = await manage("maple");
			const off = await manage("maple", mail, "off");
			expect(off).toBe(before.replace(`(${mail}): on`, `(${mail}): off`));
			expect(await manage("other")).not.toContain("off");
			expect(await manage("maple", mail, "on")).toBe(before);
		},
	);

	test("writes each change into the audit log, and nothing when nothing changes", async () => {
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
		["an unknown merchant", ["nobody"], "There is no merchant"],
		["no merchant", [], "npm run admin -- dunning-mails MERCHANT"],
		["an unknown mail", ["maple", "receipts", "on"], "npm run admin -- dunning-mails MERCHANT"],
		["an unknown switch", ["maple", "suspended", "maybe"], "npm run admin -- dunning-mails MERCHANT"],
		["no switch", ["maple", "suspended"], "npm run admin -- dunning-mails MERCHANT"],
		["an argument too many", ["maple", "suspended", "on", "now"], "npm run admin -- dunning-mails MERCHANT"],
	])("is refused with %s", async (_what, words, message) => {
		expect(await operator().refusalOf("dunning-mails", ...words)).toContain(message);
		expect(await audited()).toEqual([]);
	});
});
