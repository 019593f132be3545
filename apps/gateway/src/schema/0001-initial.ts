import { createCardTestingTables, createCustomerTables } from "@cardseal/customers/gateway";
import { createBankFileTables, createEftTables } from "@cardseal/eft/gateway";
import { createEventTables, createWebhookTables } from "@cardseal/events/gateway";
import { createOauthTables, createTablesOfStaff } from "@cardseal/identity/gateway";
import { createMerchantTables, createRequestLogTable } from "@cardseal/merchants/gateway";
import { createOverviewTables, createPaymentTables, createReportTables } from "@cardseal/payments/gateway";
import { createAuditTables } from "@cardseal/platform/audit";
import { createSchemaTables } from "@cardseal/platform/db";
import { createIdempotencyTables } from "@cardseal/platform/idempotency";
import { createMailTables } from "@cardseal/platform/mail";
import { createMetadataIndex } from "@cardseal/platform/metadata";
import { createNetworkTables } from "@cardseal/platform/network";
import { createSubscriptionTables } from "@cardseal/subscriptions/gateway";
import { createVaultTables } from "@cardseal/vault";
import type { Kysely } from "kysely";
import { createCardFormTables } from "./0001-initial/card-form.store.ts";
import { createRestoreTables } from "./0001-initial/restores.store.ts";
import { createRetentionTables } from "./0001-initial/retention.store.ts";
import { createSandboxTables } from "./0001-initial/sandbox.store.ts";

/** Referenced tables come first. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await createSchemaTables(database);
	await createVaultTables(database);
	await createAuditTables(database);
	await createNetworkTables(database);
	await createMailTables(database);
	await createEventTables(database);
	await createIdempotencyTables(database);
	await createMerchantTables(database);
	await createTablesOfStaff(database);
	await createWebhookTables(database);
	await createOauthTables(database);
	await createCustomerTables(database);
	await createCardTestingTables(database);
	await createCardFormTables(database);
	await createPaymentTables(database);
	await createOverviewTables(database);
	await createSubscriptionTables(database);
	await createEftTables(database);
	await createBankFileTables(database);
	await createReportTables(database);
	await createRequestLogTable(database);
	await createMetadataIndex(database);
	await createRetentionTables(database);
	await createRestoreTables(database);
	await createSandboxTables(database);
}
