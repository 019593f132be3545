import { sql } from "kysely";
import { type Language, nearestLanguage } from "../language.ts";

export interface MailSender {
	merchantId: number;
	merchantName: string;
	timeZone: string;
	replyTo: string | null;
	contactAddress: string | null;
	contactPhone: string | null;
	defaultLanguage: Language;
	/** French first. */
	bothLanguages: boolean;
}

const columns = {
	merchantId: "merchants.id",
	merchantName: "merchants.name",
	timeZone: "merchants.time_zone",
	replyTo: "merchants.receipt_reply_to",
	contactAddress: "merchants.contact_address",
	contactPhone: "merchants.contact_phone",
	defaultLanguage: "merchants.language",
	bothLanguages: "merchants.both_languages",
} as const satisfies Record<keyof MailSender, string>;

type Selection = { [Name in keyof typeof columns]: `${(typeof columns)[Name]} as ${Name}` }[keyof typeof columns];

export const mailSenderColumns = Object.entries(columns).map(([name, column]) => `${column} as ${name}`) as Selection[];

export const mailSenderSql = sql.join(
	Object.entries(columns).map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`),
);

interface MerchantRow {
	id: number;
	name: string;
	time_zone: string;
	receipt_reply_to: string | null;
	contact_address: string | null;
	contact_phone: string | null;
	language: Language;
	both_languages: boolean;
}

export function mailSenderOf(row: MerchantRow): MailSender {
	return {
		merchantId: row.id,
		merchantName: row.name,
		timeZone: row.time_zone,
		replyTo: row.receipt_reply_to,
		contactAddress: row.contact_address,
		contactPhone: row.contact_phone,
		defaultLanguage: row.language,
		bothLanguages: row.both_languages,
	};
}

export interface MailReader {
	/** One of `languages`; null: not known. */
	language: string | null;
	country: string | null;
	province: string | null;
}

export const unknownReader: MailReader = { language: null, country: null, province: null };

/** Prefers the recipient's language, then French in Quebec, then the default. */
export function languagesOfMail(
	{ defaultLanguage, bothLanguages }: Pick<MailSender, "defaultLanguage" | "bothLanguages">,
	reader: MailReader = unknownReader,
): Language[] {
	if (bothLanguages) return ["fr", "en"];
	return [nearestLanguage(reader.language) ?? (isInQuebec(reader) ? "fr" : defaultLanguage)];
}

/** Quebec is stored by its ISO 3166-2 code. */
function isInQuebec({ country, province }: MailReader): boolean {
	return country === "CA" && province === "QC";
}
