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
	tax_numbers: [{ label: "GST/HST", number: "12345 6789 RT0001" }],
	logo: null,
	three_d_secure: "never",
	three_d_secure_above: null,
	three_d_secure_outside: null,
	language: "en",
	both_languages: false,
	sends_payment_failed_notices: true,
	sends_suspended_notices: true,
	sends_card_expiring_notices: true,
	hosted_form_only: false,
	rejects_avs_no_match: false,
	rejects_cvv_no_match: false,
	retry_days: [1, 3, 5, 7],
	portal: { pause: false, cancel: false },
	portal_url: "https://pay.example/pay/portal/ask/maple",
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
		[{ three_d_secure: "auto", three_d_secure_above: 200, three_d_secure_outside: "CA" }],
		[{ retry_days: [2, 4] }],
		[{ portal: { pause: true, cancel: false } }],
	] satisfies [Partial<Settings>][])("sends %j alone, which is what was changed in it", (changes) => {
		expect(changedSettings(saved, { ...saved, ...changes })).toEqual(changes);
	});

	test("sends texts without the white space around them, and an empty one as null", () => {
		const typed = { ...saved, reply_to: " ", contact_phone: "", contact_address: " 12 Main Street " };
		expect(changedSettings(saved, typed)).toEqual({ reply_to: null, contact_address: "12 Main Street" });
	});

	test("sends tax numbers without white space and without blank lines", () => {
		const [gst] = saved.tax_numbers;
		const qst = { label: "QST", number: "1234567890 TQ0001" };
		const blank = { label: " ", number: "" };
		const typed = { ...saved, tax_numbers: [...saved.tax_numbers, blank, { label: " QST", number: `${qst.number} ` }] };
		expect(changedSettings(saved, typed)).toEqual({ tax_numbers: [gst, qst] });
		expect(changedSettings(saved, { ...saved, tax_numbers: [...saved.tax_numbers, blank] })).toEqual({});
		expect(changedSettings(saved, { ...saved, tax_numbers: [blank] })).toEqual({ tax_numbers: [] });
	});

	test("sends nothing that was changed and then changed back", () => {
		expect(changedSettings(saved, { ...saved, currencies: [...saved.currencies] })).toEqual({});
	});

	test("never sends what is not decided in it", () => {
		expect(changedSettings(saved, { ...saved, mode: "live", public_key: "pklive1" })).toEqual({});
	});
});
