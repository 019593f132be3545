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
	merchantId: "id",
	merchantName: "name",
	timeZone: "time_zone",
	replyTo: "receipt_reply_to",
	contactAddress: "contact_address",
	contactPhone: "contact_phone",
	defaultLanguage: "language",
	bothLanguages: "both_languages",
} as const satisfies Record<keyof MailSender, string>;

type Columns = typeof columns;
type Selection = { [Name in keyof Columns]: `merchants.${Columns[Name]} as ${Name}` }[keyof Columns];

const selected = Object.entries(columns);

export const mailSenderColumns = selected.map(([name, column]) => `merchants.${column} as ${name}`) as Selection[];

export const mailSenderSql = sql.join(
	selected.map(([name, column]) => sql`${sql.ref(`merchants.${column}`)} as ${sql.ref(name)}`),
);

/** @param row of the table `merchants` */
export function mailSenderOf(row: { [Name in keyof Columns as Columns[Name]]: MailSender[Name] }): MailSender {
	return Object.fromEntries(selected.map(([name, column]) => [name, row[column]])) as unknown as MailSender;
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
