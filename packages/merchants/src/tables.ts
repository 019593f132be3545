import type { Language } from "@cardseal/platform";
import type { ColumnType, Generated } from "kysely";
import type { MerchantLogosTable } from "./logo/tables.ts";
import type { WidgetOriginsTable } from "./origins/tables.ts";
import type { ProcessorAccountTables } from "./processor-accounts/tables.ts";
import type { RequestLogTables } from "./request-log/tables.ts";
import type { PortalSettings } from "./settings/settings.ts";
import type { TaxNumber } from "./settings/tax-numbers.ts";
import type { StaffMailsTable } from "./staff-mails/tables.ts";

export interface MerchantsTable {
	id: Generated<number>;
	/** In token responses and claims. */
	merchant_id: string;
	name: string;
	mode: "demo" | "live";
	/** Null for a demo merchant. The demo twin has the rows of both merchants' staff. */
	demo_twin_id: Generated<number | null>;
	time_zone: Generated<string>;
	currencies: Generated<string[]>;
	/** Card tokens must come from a session of the hosted card form. */
	hosted_form_only: Generated<boolean>;
	rejects_avs_no_match: Generated<boolean>;
	rejects_cvv_no_match: Generated<boolean>;
	/** Null: the mode decides. */
	card_testing_on: Generated<boolean | null>;
	card_testing_limits: ColumnType<Record<string, number>, string | undefined, string>;
	sends_receipts: Generated<boolean>;
	receipt_reply_to: string | null;
	contact_address: string | null;
	contact_phone: string | null;
	statement_text: string | null;
	tax_numbers: ColumnType<TaxNumber[], string | undefined, string>;
	three_d_secure: Generated<"never" | "auto" | "always">;
	/** Cents. */
	three_d_secure_above: number | null;
	/** ISO 3166-1 alpha-2. */
	three_d_secure_outside: string | null;
	/** For recipients of unknown language. */
	language: Generated<Language>;
	both_languages: Generated<boolean>;
	sends_payment_failed_notices: Generated<boolean>;
	sends_suspended_notices: Generated<boolean>;
	sends_card_expiring_notices: Generated<boolean>;
	/** Days from a payment's due date to each retry after a decline. */
	retry_days: Generated<number[]>;
	portal: ColumnType<PortalSettings, string | undefined, string>;
	created_at: number;
}

export interface MerchantTables extends ProcessorAccountTables, RequestLogTables {
	merchants: MerchantsTable;
	merchant_logos: MerchantLogosTable;
	staff_notices: StaffMailsTable;
	widget_origins: WidgetOriginsTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends MerchantTables {}

	interface MailKinds
		extends Record<"account_security" | "bank_account_changed" | "owner_notice" | "payment_approval", true> {}
}
