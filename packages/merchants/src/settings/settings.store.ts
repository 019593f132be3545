import type { Database } from "@cardseal/platform/db";
import type { Settings, SettingsChange } from "./settings.ts";

const columns = [
	"name",
	"time_zone",
	"currencies",
	"sends_receipts",
	"receipt_reply_to as reply_to",
	"contact_address",
	"contact_phone",
	"statement_text",
	"tax_numbers",
	"three_d_secure",
	"three_d_secure_above",
	"three_d_secure_outside",
	"language",
	"both_languages",
	"sends_payment_failed_notices",
	"sends_suspended_notices",
	"sends_card_expiring_notices",
	"hosted_form_only",
	"rejects_avs_no_match",
	"rejects_cvv_no_match",
	"retry_days",
	"portal",
] as const;

export function getSettings(database: Database, merchantId: number): Promise<Settings> {
	return database.selectFrom("merchants").select(columns).where("id", "=", merchantId).executeTakeFirstOrThrow();
}

/** Other changes wait until the transaction ends, charges do not. */
export function lockSettings(transaction: Database, merchantId: number): Promise<Settings> {
	return transaction
		.selectFrom("merchants")
		.select(columns)
		.where("id", "=", merchantId)
		.forNoKeyUpdate()
		.executeTakeFirstOrThrow();
}

export function updateSettings(
	transaction: Database,
	merchantId: number,
	{ reply_to, tax_numbers, portal, ...others }: SettingsChange,
): Promise<Settings> {
	return transaction
		.updateTable("merchants")
		.set({
			...others,
			...(reply_to !== undefined && { receipt_reply_to: reply_to }),
			...(tax_numbers !== undefined && { tax_numbers: JSON.stringify(tax_numbers) }),
			...(portal !== undefined && { portal: JSON.stringify(portal) }),
		})
		.where("id", "=", merchantId)
		.returning(columns)
		.executeTakeFirstOrThrow();
}
