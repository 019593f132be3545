import { formatDollars, type Language } from "@cardseal/platform";
import type { TaxNumber } from "./tax-numbers.ts";

export const threeDSecureRules = ["never", "auto", "always"] as const;

/** Also applies to queued mail. */
export interface DunningMailSettings {
	sends_payment_failed_notices: boolean;
	sends_suspended_notices: boolean;
	sends_card_expiring_notices: boolean;
}

/** What payers may do with their subscriptions in the portal. */
export interface PortalSettings {
	/** Includes resuming. */
	pause: boolean;
	cancel: boolean;
}

/** The payers' portal. */
export const portalPath = "/pay/portal";
/** The page on which a payer asks for a link; its address ends with the merchant's public id. */
export const portalAskPath = `${portalPath}/ask`;

export interface Settings extends DunningMailSettings {
	name: string;
	time_zone: string;
	/** ISO 4217, default first. */
	currencies: string[];
	sends_receipts: boolean;
	reply_to: string | null;
	/** One line. */
	contact_address: string | null;
	contact_phone: string | null;
	/** For payers' statements; null for the text of the processor's account. */
	statement_text: string | null;
	tax_numbers: TaxNumber[];
	three_d_secure: (typeof threeDSecureRules)[number];
	/** Cents: always above this amount. */
	three_d_secure_above: number | null;
	/** ISO 3166-1 alpha-2: always for billing addresses outside this country. */
	three_d_secure_outside: string | null;
	language: Language;
	/** French first. */
	both_languages: boolean;
	hosted_form_only: boolean;
	rejects_avs_no_match: boolean;
	rejects_cvv_no_match: boolean;
	/** Days from a payment's due date to each retry after a decline. */
	retry_days: number[];
	portal: PortalSettings;
}

export type SettingsChange = { [Name in keyof Settings]?: Settings[Name] | undefined };

/** As text for the audit log. */
export function settingsThatChange(before: Settings, change: SettingsChange): { setting: string; to: string }[] {
	const given = Object.entries(change).filter((entry) => entry[1] !== undefined);
	return given
		.map(([setting, value]) => ({ setting, to: inWords(setting, value) }))
		.filter(({ setting, to }) => to !== inWords(setting, before[setting as keyof Settings]));
}

function inWords(setting: string, value: Settings[keyof Settings] | undefined): string {
	if (setting === "three_d_secure_above" && typeof value === "number") return formatDollars(value);
	if (typeof value === "boolean") return value ? "on" : "off";
	return itemsOf(value).join(",") || "nothing";
}

function itemsOf(value: Settings[keyof Settings] | undefined): string[] {
	if (value === null || value === undefined) return [];
	if (Array.isArray(value))
		return value.map((one) => (typeof one === "object" ? `${one.label} ${one.number}` : String(one)));
	if (typeof value === "object") return [...(value.pause ? ["pause"] : []), ...(value.cancel ? ["cancel"] : [])];
	return [String(value)];
}

/** All have cents. */
export const offeredCurrencies = ["CAD", "USD", "EUR", "GBP", "AUD", "NZD", "CHF", "MXN", "SEK", "NOK", "DKK"] as const;
