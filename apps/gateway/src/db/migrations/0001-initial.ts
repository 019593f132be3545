import { createVaultTables } from "@cardseal/vault";
import type { Kysely } from "kysely";
import { createAuditTables } from "./0001-initial/audit.ts";
import { createBankFileTables } from "./0001-initial/bank-files.ts";
import { createCardFormTables } from "./0001-initial/card-form.ts";
import { createCardTestingTables } from "./0001-initial/card-testing.ts";
import { createCustomerTables } from "./0001-initial/customers.ts";
import { createEftTables } from "./0001-initial/eft.ts";
import { createEventTables } from "./0001-initial/events.ts";
import { createIdempotencyTables } from "./0001-initial/idempotency.ts";
import { createMailTables } from "./0001-initial/mail.ts";
import { createMerchantTables } from "./0001-initial/merchants.ts";
import { createMetadataIndex } from "./0001-initial/metadata.ts";
import { createOauthTables } from "./0001-initial/oauth.ts";
import { createPaymentTables } from "./0001-initial/payments.ts";
import { createRequestLogTable } from "./0001-initial/request-log.ts";
import { createRetentionTables } from "./0001-initial/retention.ts";
import { createSandboxTables } from "./0001-initial/sandbox.ts";
import { createSchemaTables } from "./0001-initial/schema.ts";
import { createSettlementTables } from "./0001-initial/settlements.ts";
import { createStaffTables } from "./0001-initial/staff.ts";
import { createSubscriptionTables } from "./0001-initial/subscriptions.ts";
import { createWebhookTables } from "./0001-initial/webhooks.ts";

/** Creates every table of the first release, referenced tables first. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await createSchemaTables(database);
	await createVaultTables(database);
	await createAuditTables(database);
	await createMailTables(database);
	await createEventTables(database);
	await createIdempotencyTables(database);
	await createMerchantTables(database);
	await createStaffTables(database);
	await createWebhookTables(database);
	await createOauthTables(database);
	await createCustomerTables(database);
	await createCardTestingTables(database);
	await createCardFormTables(database);
	await createPaymentTables(database);
	await createSubscriptionTables(database);
	await createEftTables(database);
	await createBankFileTables(database);
	await createSettlementTables(database);
	await createRequestLogTable(database);
	await createMetadataIndex(database);
	await createRetentionTables(database);
	await createSandboxTables(database);
}
