import { changedFields } from "../api/changed-fields.ts";
import type { Schemas } from "../api/records.ts";

export type Settings = Schemas["Settings"];
type SettingsChange = Schemas["SettingsChange"];

/** A wrong amount is sent as typed: the gateway says what is wrong. */
export type Draft = Omit<Settings, "three_d_secure_above"> & Pick<SettingsChange, "three_d_secure_above">;

/** Returns only the changed settings, without those that are not decided here. Texts are trimmed; an empty one is null. */
export function changedSettings(saved: Settings, typed: Draft): SettingsChange {
	const { logo, mode, portal_url, public_key } = saved;
	return changedFields<object>(saved, {
		...typed,
		...{ logo, mode, portal_url, public_key },
		reply_to: trimmed(typed.reply_to),
		contact_address: trimmed(typed.contact_address),
		contact_phone: trimmed(typed.contact_phone),
		statement_text: trimmed(typed.statement_text),
		tax_numbers: typed.tax_numbers
			.filter((one) => !isBlankTaxNumber(one))
			.map(({ label, number }) => ({ label: label.trim(), number: number.trim() })),
		three_d_secure_outside: trimmed(typed.three_d_secure_outside),
	});
}

function trimmed(text: string | null): string | null {
	return text?.trim() || null;
}

export function isBlankTaxNumber({ label, number }: Settings["tax_numbers"][number]): boolean {
	return label.trim() === "" && number.trim() === "";
}
