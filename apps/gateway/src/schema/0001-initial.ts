import { customers } from "@cardseal/customers/gateway";
import { eft } from "@cardseal/eft/gateway";
import { events } from "@cardseal/events/gateway";
import { identity } from "@cardseal/identity/gateway";
import { merchants } from "@cardseal/merchants/gateway";
import { payments } from "@cardseal/payments/gateway";
import { createAuditTables } from "@cardseal/platform/audit";
import { createSchemaTables } from "@cardseal/platform/db";
import { createIdempotencyTables } from "@cardseal/platform/idempotency";
import { createMailTables } from "@cardseal/platform/mail";
import { createMetadataIndex } from "@cardseal/platform/metadata";
import { createNetworkTables } from "@cardseal/platform/network";
import { subscriptions } from "@cardseal/subscriptions/gateway";
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
	await events.createTables.events(database);
	await createIdempotencyTables(database);
	await merchants.createTables.merchants(database);
	await identity.createTables.staff(database);
	await events.createTables.webhooks(database);
	await identity.createTables.oauth(database);
	await customers.createTables.customers(database);
	await customers.createTables.cardTesting(database);
	await createCardFormTables(database);
	await payments.createTables.payments(database);
	await payments.createTables.overview(database);
	await subscriptions.createTables(database);
	await eft.createTables.eft(database);
	await eft.createTables.bankFiles(database);
	await payments.createTables.settlements(database);
	await merchants.createTables.requestLog(database);
	await createMetadataIndex(database);
	await createRetentionTables(database);
	await createRestoreTables(database);
	await createSandboxTables(database);
}
