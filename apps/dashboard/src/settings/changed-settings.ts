import type { Schemas } from "../api/records.ts";

export type Settings = Schemas["Settings"];
type SettingsChange = Schemas["SettingsChange"];

/** A wrong amount is sent as typed: the gateway says what is wrong. */
export type Draft = Omit<Settings, "three_d_secure_above"> & Pick<SettingsChange, "three_d_secure_above">;

const changeable = [
	"name",
	"time_zone",
	"currencies",
	"sends_receipts",
	"reply_to",
	"contact_address",
	"contact_phone",
	"statement_text",
	"tax_numbers",
	"three_d_secure",
	"three_d_secure_above",
	"three_d_secure_outside",
	"language",
	"both_languages",
	"sends_payment_failed_notices",
	"sends_suspended_notices",
	"sends_card_expiring_notices",
	"hosted_form_only",
	"rejects_avs_no_match",
	"rejects_cvv_no_match",
	"retry_days",
	"portal",
] as const satisfies readonly (keyof SettingsChange)[];

/** Returns only the changed settings: sending the rest would undo another person's change. Texts are trimmed; an empty one is null. */
export function changedSettings(saved: Settings, typed: Draft): SettingsChange {
	const draft = {
		...typed,
		reply_to: trimmed(typed.reply_to),
		contact_address: trimmed(typed.contact_address),
		contact_phone: trimmed(typed.contact_phone),
		statement_text: trimmed(typed.statement_text),
		tax_numbers: typed.tax_numbers
			.filter((one) => !isBlankTaxNumber(one))
			.map(({ label, number }) => ({ label: label.trim(), number: number.trim() })),
		three_d_secure_outside: trimmed(typed.three_d_secure_outside),
	};
	const changed = changeable.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(saved[name]));
	return Object.fromEntries(changed.map((name) => [name, draft[name]]));
}

function trimmed(text: string | null): string | null {
	return text?.trim() || null;
}

export function isBlankTaxNumber({ label, number }: Settings["tax_numbers"][number]): boolean {
	return label.trim() === "" && number.trim() === "";
}
