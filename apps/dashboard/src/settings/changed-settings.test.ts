import { describe, expect, test } from "vitest";
import { changedSettings, type Settings } from "./changed-settings.ts";

const saved: Settings = {
	name: "Northwind",
	time_zone: "America/Toronto",
	currencies: ["CAD", "USD"],
	sends_receipts: true,
	reply_to: "desk@northwind.example",
	contact_address: null,
	contact_phone: null,
	statement_text: null,
	language: "en",
	both_languages: false,
	sends_payment_failed_notices: true,
	sends_suspended_notices: true,
	sends_card_expiring_notices: true,
	hosted_form_only: false,
	retry_days: [1, 3, 5, 7],
	mode: "demo",
	public_key: "pktest1",
};

describe("a form that was open for long", () => {
	test.each([
		[{ name: "Northwind Trading" }],
		[{ time_zone: "America/Vancouver", hosted_form_only: true }],
		[{ currencies: ["CAD"] }],
		[{ sends_receipts: false, sends_payment_failed_notices: false }],
		[{ sends_suspended_notices: false, sends_card_expiring_notices: false }],
		[{ reply_to: null }],
		[{ retry_days: [2, 4] }],
	] satisfies [Partial<Settings>][])("sends %j alone, which is what was changed in it", (changes) => {
		expect(changedSettings(saved, { ...saved, ...changes })).toEqual(changes);
	});

	test("sends texts without the white space around them, and an empty one as null", () => {
		const typed = { ...saved, reply_to: " ", contact_phone: "", contact_address: " 12 Main Street " };
		expect(changedSettings(saved, typed)).toEqual({ reply_to: null, contact_address: "12 Main Street" });
	});

	test("sends nothing that was changed and then changed back", () => {
		expect(changedSettings(saved, { ...saved, currencies: [...saved.currencies] })).toEqual({});
	});

	test("never sends what is not decided in it", () => {
		expect(changedSettings(saved, { ...saved, mode: "live", public_key: "pklive1" })).toEqual({});
	});
});
