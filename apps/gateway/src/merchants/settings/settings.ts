/** Which notices a merchant's customers get. It holds for mail that waits, too. */
export interface NoticeSettings {
	sends_payment_failed_notices: boolean;
	sends_suspended_notices: boolean;
	sends_card_expiring_notices: boolean;
}

/** What a merchant decides for itself. */
export interface Settings extends NoticeSettings {
	/** As receipts and notices have it. */
	name: string;
	/** IANA name: where its days begin. */
	time_zone: string;
	/** ISO 4217 codes that it charges in, its favourite first. */
	currencies: string[];
	sends_receipts: boolean;
	/** Where answers to receipts and notices go. */
	reply_to: string | null;
	/** Whether card tokens are taken out of the hosted form alone. */
	hosted_form_only: boolean;
}

/** The settings that a change gives, and those alone. */
export type SettingsChange = { [Name in keyof Settings]?: Settings[Name] | undefined };

/** Settings that are given and not so yet, in words for the audit log. Pure. */
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
