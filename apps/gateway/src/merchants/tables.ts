import type { ColumnType, Generated } from "kysely";
import type { Language } from "../language.ts";
import type { ProcessorAccountTables } from "./processor-accounts/tables.ts";

export interface MerchantsTable {
	id: Generated<number>;
	/** The public identifier, in token responses and claims. */
	merchant_id: string;
	name: string;
	mode: "demo" | "live";
	/** The demo merchant of a live one; null for a demo merchant. Both have the same staff, whose rows belong to the demo twin. */
	demo_twin_id: Generated<number | null>;
	time_zone: Generated<string>;
	currencies: Generated<string[]>;
	/** True if card tokens must come from a session of the hosted card form. */
	hosted_form_only: Generated<boolean>;
	/** True if card-testing protection is on; null: the mode decides. */
	card_testing_on: Generated<boolean | null>;
	card_testing_limits: ColumnType<Record<string, number>, string | undefined, string>;
	/** True if payers get receipts by mail. */
	sends_receipts: Generated<boolean>;
	/** Reply address of receipts and notices; null: none. */
	receipt_reply_to: string | null;
	/** Postal address and telephone number in mails. */
	contact_address: string | null;
	contact_phone: string | null;
	/** The language of mails to recipients whose own is not known. */
	language: Generated<Language>;
	/** True if every mail is in both languages, French first. */
	both_languages: Generated<boolean>;
	/** True if customers of subscriptions get mail about a failed payment. */
	sends_payment_failed_notices: Generated<boolean>;
	/** … about a suspended subscription. */
	sends_suspended_notices: Generated<boolean>;
	/** … about a card that expires soon. */
	sends_card_expiring_notices: Generated<boolean>;
	created_at: number;
}

export interface MerchantTables extends ProcessorAccountTables {
	merchants: MerchantsTable;
}

declare module "../db/schema.ts" {
	interface GatewayTables extends MerchantTables {}
}
