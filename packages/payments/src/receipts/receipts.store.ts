import type { Database } from "@cardseal/platform/db";
import { type MailSender, mailSenderColumns } from "@cardseal/platform/mail";
import { sql } from "kysely";
import type { Transaction } from "../tables.ts";

/** The part of the tables of subscriptions, which stand above payments, that receipts read. */
type RenewalTables = {
	renewal_attempts: { transaction_id: string; subscription_id: number };
	subscriptions: { id: number; description: string | null };
};

const columns = [
	"transaction_id",
	"type",
	"amount_cents",
	"amount_tax_cents",
	"amount_tip_cents",
	"currency",
	"card_type",
	"card_suffix",
	"email",
	"bcc_emails",
	"first_name",
	"last_name",
	"invoice_id",
	"test_mode",
	"created_at",
	"language",
	"country",
	"province",
] as const satisfies (keyof Transaction)[];

export interface Receipt extends Pick<Transaction, (typeof columns)[number]>, MailSender {
	/** The description of the renewed subscription. */
	description: string | null;
	/** The merchant's, as they are now. */
	tax_numbers: { label: string; number: string }[];
	logo: { content_hash: string; width: number; height: number } | null;
}

/** As its page shows it, which may be later than the mail. */
export type ShownReceipt = Receipt & { isVoided: boolean; isCaptured: boolean };

/** Reads the merchant's setting now: switching receipts off also stops queued ones. */
export async function findWantedReceipts(database: Database, transactionIds: string[]): Promise<Receipt[]> {
	const rows = await receiptsQuery(database, transactionIds).where("sends_receipts", "=", true).execute();
	return rows.map(withLogo);
}

/** Reads an approved transaction, also when the merchant has turned receipts off since. */
export async function findShownReceipt(database: Database, transactionId: string): Promise<ShownReceipt | undefined> {
	const row = await receiptsQuery(database, [transactionId])
		.select((eb) => [
			eb("transactions.voided_by", "is not", null).as("isVoided"),
			eb("transactions.captured_by", "is not", null).as("isCaptured"),
		])
		.where("transactions.status", "=", "APPROVED")
		.executeTakeFirst();
	return row && { ...withLogo(row), isVoided: Boolean(row.isVoided), isCaptured: Boolean(row.isCaptured) };
}

function receiptsQuery(database: Database, transactionIds: string[]) {
	return database
		.withTables<RenewalTables>()
		.selectFrom("transactions")
		.innerJoin("merchants", "merchants.id", "transactions.merchant_id")
		.leftJoin("merchant_logos", "merchant_logos.merchant_id", "transactions.merchant_id")
		.leftJoin("renewal_attempts", "renewal_attempts.transaction_id", "transactions.transaction_id")
		.leftJoin("subscriptions", "subscriptions.id", "renewal_attempts.subscription_id")
		.select(columns.map((name) => `transactions.${name}` as const))
		.select(["subscriptions.description", "tax_numbers", "content_hash", "width", "height"])
		.select(mailSenderColumns)
		.where("transactions.transaction_id", "=", sql<string>`any(${transactionIds}::text[])`)
		.orderBy("transactions.id");
}

function withLogo<Row extends { content_hash: string | null; width: number | null; height: number | null }>({
	content_hash,
	width,
	height,
	...row
}: Row) {
	const logo = content_hash === null || width === null || height === null ? null : { content_hash, width, height };
	return { ...row, logo };
}

export async function sendsReceipts(database: Database, merchantId: number): Promise<boolean> {
	const { sends_receipts: isOn } = await database
		.selectFrom("merchants")
		.select("sends_receipts")
		.where("id", "=", merchantId)
		.executeTakeFirstOrThrow();
	return isOn;
}
