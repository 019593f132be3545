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
	"language",
	"both_languages",
	"sends_payment_failed_notices",
	"sends_suspended_notices",
	"sends_card_expiring_notices",
	"hosted_form_only",
] as const satisfies readonly (keyof SettingsChange)[];

/** Returns only the changed settings: sending the rest would undo another person's change. */
export function changedSettings(saved: Settings, draft: Settings): SettingsChange {
	const changed = changeable.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(saved[name]));
	return Object.fromEntries(changed.map((name) => [name, draft[name]]));
}
