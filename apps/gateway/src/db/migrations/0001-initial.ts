import { createVaultTables } from "@cardseal/vault";
import type { Kysely } from "kysely";
import { createAudit } from "./0001-initial/audit.ts";
import { createBankFiles } from "./0001-initial/bank-files.ts";
import { createCardForm } from "./0001-initial/card-form.ts";
import { createCardTesting } from "./0001-initial/card-testing.ts";
import { createCustomers } from "./0001-initial/customers.ts";
import { createEft } from "./0001-initial/eft.ts";
import { createIdempotency } from "./0001-initial/idempotency.ts";
import { createMail } from "./0001-initial/mail.ts";
import { createMerchants } from "./0001-initial/merchants.ts";
import { createOauth } from "./0001-initial/oauth.ts";
import { createPayments } from "./0001-initial/payments.ts";
import { createSandbox } from "./0001-initial/sandbox.ts";
import { createStaff } from "./0001-initial/staff.ts";
import { createSubscriptionTables } from "./0001-initial/subscriptions.ts";

/** Creates every table of the first release, referenced tables first. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await createVaultTables(database);
	await createAudit(database);
	await createMail(database);
	await createIdempotency(database);
	await createMerchants(database);
	await createStaff(database);
	await createOauth(database);
	await createCustomers(database);
	await createCardTesting(database);
	await createCardForm(database);
	await createPayments(database);
	await createSubscriptionTables(database);
	await createEft(database);
	await createBankFiles(database);
	await createSandbox(database);
}
