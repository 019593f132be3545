import { sql } from "kysely";
import { type Language, nearestLanguage } from "../language.ts";

/** The merchant whose customers or staff receive a mail, as its mails show it. */
export interface MailSender {
	merchantId: number;
	merchantName: string;
	/** IANA name. */
	timeZone: string;
	replyTo: string | null;
	/** A postal address on one line. */
	contactAddress: string | null;
	contactPhone: string | null;
	/** For recipients whose own language is not known. */
	defaultLanguage: Language;
	/** True if every mail is in both languages, French first. */
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

/** The columns of a `MailSender` in a query of Kysely with the table `merchants`. */
export const mailSenderColumns = Object.entries(columns).map(([name, column]) => `${column} as ${name}`) as Selection[];

/** The same columns in SQL. */
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

/** Maps a row of `merchants`. */
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

/** The recipient's language, if it is known, and the address that hints at it. */
export interface MailReader {
	/** One of `languages`; null: not known. */
	language: string | null;
	country: string | null;
	province: string | null;
}

/** For staff whose language is not known. */
export const unknownReader: MailReader = { language: null, country: null, province: null };

/**
 * Returns the languages of a mail, in reading order: the recipient's own, or else French in Quebec, or else the merchant's
 * default; or both. Pure.
 */
export function languagesOfMail(
	{ defaultLanguage, bothLanguages }: Pick<MailSender, "defaultLanguage" | "bothLanguages">,
	reader: MailReader = unknownReader,
): Language[] {
	if (bothLanguages) return ["fr", "en"];
	return [nearestLanguage(reader.language) ?? (isInQuebec(reader) ? "fr" : defaultLanguage)];
}

/** Codes and names of Quebec are stored as its ISO 3166-2 code. */
function isInQuebec({ country, province }: MailReader): boolean {
	return country === "CA" && province === "QC";
}
