import { describe, expect, test } from "vitest";
import { type Settings, settingsThatChange } from "./settings.ts";

const settings: Settings = {
	name: "Maple & Main",
	time_zone: "UTC",
	currencies: ["CAD", "USD"],
	sends_receipts: true,
	reply_to: null,
	contact_address: null,
	contact_phone: null,
	statement_text: null,
	tax_numbers: [],
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
};

describe("settings that change", () => {
	test("are the given ones that differ, in the words of the audit log", () => {
		expect(settingsThatChange(settings, { name: "Maple", sends_receipts: false, currencies: ["USD", "CAD"] })).toEqual([
			{ setting: "name", to: "Maple" },
			{ setting: "sends_receipts", to: "off" },
			{ setting: "currencies", to: "USD,CAD" },
		]);
	});

	test("has tax numbers in one line", () => {
		const tax_numbers = [
			{ label: "GST/HST", number: "12345 6789 RT0001" },
			{ label: "QST", number: "1234567890 TQ0001" },
		];
		const to = "GST/HST 12345 6789 RT0001,QST 1234567890 TQ0001";
		expect(settingsThatChange(settings, { tax_numbers })).toEqual([{ setting: "tax_numbers", to }]);
		expect(settingsThatChange({ ...settings, tax_numbers }, { tax_numbers: [] })).toEqual([
			{ setting: "tax_numbers", to: "nothing" },
		]);
	});

	test("have amounts in dollars", () => {
		const change = { three_d_secure: "auto", three_d_secure_above: 200_50, three_d_secure_outside: "CA" } as const;
		expect(settingsThatChange(settings, change)).toEqual([
			{ setting: "three_d_secure", to: "auto" },
			{ setting: "three_d_secure_above", to: "200.50" },
			{ setting: "three_d_secure_outside", to: "CA" },
		]);
		expect(settingsThatChange({ ...settings, ...change }, { three_d_secure_above: null })).toEqual([
			{ setting: "three_d_secure_above", to: "nothing" },
		]);
	});

	test("has what payers may do in the portal in one line", () => {
		const change = (pause: boolean, cancel: boolean) => settingsThatChange(settings, { portal: { pause, cancel } });
		expect(change(true, true)).toEqual([{ setting: "portal", to: "pause,cancel" }]);
		expect(change(false, true)).toEqual([{ setting: "portal", to: "cancel" }]);
		expect(change(false, false)).toEqual([]);
	});

	test("are none without a difference", () => {
		expect(settingsThatChange(settings, settings)).toEqual([]);
		expect(settingsThatChange(settings, { name: undefined })).toEqual([]);
	});

	test("may be removed", () => {
		const answered = { ...settings, reply_to: "care@maple.example" };
		expect(settingsThatChange(answered, { reply_to: null })).toEqual([{ setting: "reply_to", to: "nothing" }]);
	});
});
