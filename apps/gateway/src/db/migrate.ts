import { vaultMigrations } from "@cardseal/vault";
import { type Migration, Migrator } from "kysely/migration";
import { type Database, longStatementMs, openDatabase } from "./database.ts";
import * as firstSale from "./migrations/0002-first-sale.ts";
import * as widget from "./migrations/0003-widget.ts";
import * as customers from "./migrations/0005-customers.ts";
import * as transactionLife from "./migrations/0007-transaction-life.ts";
import * as receipts from "./migrations/0009-receipts.ts";
import * as audit from "./migrations/0010-audit.ts";
import * as guard from "./migrations/0011-guard.ts";
import * as hostedFormOnly from "./migrations/0012-hosted-form-only.ts";
import * as reporting from "./migrations/0013-reporting.ts";
import * as receiptCopies from "./migrations/0014-receipt-copies.ts";
import * as subscriptions from "./migrations/0015-subscriptions.ts";
import * as sandboxClock from "./migrations/0016-sandbox-clock.ts";
import * as notices from "./migrations/0017-notices.ts";
import * as declineCodes from "./migrations/0019-decline-codes.ts";
import * as billing from "./migrations/0020-billing.ts";
import * as subscriptionKeys from "./migrations/0021-subscription-keys.ts";
import * as staff from "./migrations/0022-staff.ts";
import * as grants from "./migrations/0023-grants.ts";
import * as dashboard from "./migrations/0024-dashboard.ts";
import * as billingTries from "./migrations/0025-billing-tries.ts";
import * as staffLimits from "./migrations/0028-staff-limits.ts";
import * as authorizationLinks from "./migrations/0029-authorization-links.ts";
import * as eft from "./migrations/0030-eft.ts";
import * as eftRequests from "./migrations/0032-eft-requests.ts";
import * as eftFiles from "./migrations/0033-eft-files.ts";
import * as expiredRefreshTokens from "./migrations/0034-expired-refresh-tokens.ts";
import * as bankAccountNotices from "./migrations/0035-bank-account-notices.ts";
import * as securityNotices from "./migrations/0036-security-notices.ts";
import * as invoiceFilter from "./migrations/0037-invoice-filter.ts";

/** Every migration in its order: names sort, and a name never changes once it is released. */
const migrations: Record<string, Migration> = {
	...vaultMigrations,
	"0002_first_sale": firstSale,
	"0003_widget": widget,
	"0005_customers": customers,
	"0007_transaction_life": transactionLife,
	"0009_receipts": receipts,
	"0010_audit": audit,
	"0011_guard": guard,
	"0012_hosted_form_only": hostedFormOnly,
	"0013_reporting": reporting,
	"0014_receipt_copies": receiptCopies,
	"0015_subscriptions": subscriptions,
	"0016_sandbox_clock": sandboxClock,
	"0017_notices": notices,
	"0019_decline_codes": declineCodes,
	"0020_billing": billing,
	"0021_subscription_keys": subscriptionKeys,
	"0022_staff": staff,
	"0023_grants": grants,
	"0024_dashboard": dashboard,
	"0025_billing_tries": billingTries,
	"0028_staff_limits": staffLimits,
	"0029_authorization_links": authorizationLinks,
	"0030_eft": eft,
	"0032_eft_requests": eftRequests,
	"0033_eft_files": eftFiles,
	"0034_expired_refresh_tokens": expiredRefreshTokens,
	"0035_bank_account_notices": bankAccountNotices,
	"0036_security_notices": securityNotices,
	"0037_invoice_filter": invoiceFilter,
};

function migratorFor(db: Database): Migrator {
	return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/** Whether every migration has been done. Changes nothing. */
export async function hasNewestSchema(database: Database): Promise<boolean> {
	const all = await migratorFor(database).getMigrations();
	return all.every(({ executedAt }) => executedAt !== undefined);
}

/**
 * Brings the database at `url` to the newest schema. Safe to call from several gateways at once: kysely's migrator
 * takes a lock in the database, and whoever comes second finds nothing left to do.
 *
 * @throws what the failing migration threw; the database keeps the state before it
 */
export async function migrateToLatest(url: string): Promise<void> {
	// An index on a table of millions takes minutes; so does waiting for the gateway that makes it.
	const database = openDatabase({
		url,
		maximumConnections: 2,
		statementTimeoutMs: longStatementMs,
	});
	try {
		const { error } = await migratorFor(database).migrateToLatest();
		if (error !== undefined) throw error;
	} finally {
		await database.destroy();
	}
}
