import type { Language } from "../../language.ts";

/** The notices that a merchant's customers receive. Also applies to queued mail. */
export interface NoticeSettings {
	sends_payment_failed_notices: boolean;
	sends_suspended_notices: boolean;
	sends_card_expiring_notices: boolean;
}

export interface Settings extends NoticeSettings {
	/** As shown in receipts and notices. */
	name: string;
	/** IANA name; its days begin in it. */
	time_zone: string;
	/** ISO 4217 codes of the currencies that it charges in, default first. */
	currencies: string[];
	sends_receipts: boolean;
	/** Address for replies to receipts and notices. */
	reply_to: string | null;
	/** The merchant's postal address, on one line, and telephone number, as its mails show them. */
	contact_address: string | null;
	contact_phone: string | null;
	/** The language of mails to recipients whose own is not known. */
	language: Language;
	/** True if every mail is in both languages, French first. */
	both_languages: boolean;
	/** True if only card tokens of the hosted form are accepted. */
	hosted_form_only: boolean;
}

export type SettingsChange = { [Name in keyof Settings]?: Settings[Name] | undefined };

/** Returns the given settings that differ, as text for the audit log. Pure. */
export function settingsThatChange(before: Settings, change: SettingsChange): { setting: string; to: string }[] {
	const given = Object.entries(change).filter((entry) => entry[1] !== undefined);
	return given
		.map(([setting, value]) => ({ setting, to: inWords(value) }))
		.filter(({ setting, to }) => to !== inWords(before[setting as keyof Settings]));
}

function inWords(value: Settings[keyof Settings] | undefined): string {
	if (typeof value === "boolean") return value ? "on" : "off";
	return Array.isArray(value) ? value.join(",") : (value ?? "nothing");
}
