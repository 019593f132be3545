import type { Schemas } from "../api/records.ts";

export type Settings = Schemas["Settings"];
type SettingsChange = Schemas["SettingsChange"];

/** Every setting that a person can change here. */
const changeable = [
	"name",
	"time_zone",
	"currencies",
	"sends_receipts",
	"reply_to",
	"contact_address",
	"contact_phone",
	"statement_text",
	"language",
	"both_languages",
	"sends_payment_failed_notices",
	"sends_suspended_notices",
	"sends_card_expiring_notices",
	"hosted_form_only",
	"retry_days",
] as const satisfies readonly (keyof SettingsChange)[];

/** Returns only the changed settings: sending the rest would undo another person's change. Texts are trimmed; an empty one is null. */
export function changedSettings(saved: Settings, typed: Settings): SettingsChange {
	const draft = {
		...typed,
		reply_to: trimmed(typed.reply_to),
		contact_address: trimmed(typed.contact_address),
		contact_phone: trimmed(typed.contact_phone),
		statement_text: trimmed(typed.statement_text),
	};
	const changed = changeable.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(saved[name]));
	return Object.fromEntries(changed.map((name) => [name, draft[name]]));
}

function trimmed(text: string | null): string | null {
	return text?.trim() || null;
}
