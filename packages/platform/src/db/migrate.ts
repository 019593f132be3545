import { sql } from "kysely";
import type pg from "pg";
import { ConfigError } from "../config-error.ts";
import { type Database, openDatabase } from "./database.ts";
import { grantRights } from "./migration/grants.ts";
import type { Migrations } from "./migration/migration.ts";
import { type RunOptions, runMigrations } from "./migration/run.ts";
import {
	type MigrationDatabase,
	type PendingMigration,
	readSchemaState,
	requireKnownMigrations,
	requireKnownSchema,
	type SchemaState,
} from "./migration/schema-record.ts";
import { holdSchema } from "./migration/serving.ts";
import * as initial from "./migrations/0001-initial.ts";
import * as approvalReminders from "./migrations/0002-approval-reminders.ts";
import * as mailLanguages from "./migrations/0002-mail-languages.ts";
import * as mailboxOfMerchant from "./migrations/0002-mailbox-of-merchant.ts";
import * as subscriptionTries from "./migrations/0003-subscription-tries.ts";
import * as chargeAmountParts from "./migrations/0004-charge-amount-parts.ts";
import * as assignedItems from "./migrations/0005-assigned-items.ts";
import * as retentionClock from "./migrations/0006-retention-clock.ts";
import * as sumsOfDays from "./migrations/0007-sums-of-days.ts";
import * as configurationDeclines from "./migrations/0008-configuration-declines.ts";
import * as initiators from "./migrations/0009-initiators.ts";
import * as refundNotices from "./migrations/0009-refund-notices.ts";
import * as statementText from "./migrations/0010-statement-text.ts";
import * as checkRules from "./migrations/0011-check-rules.ts";
import * as threeDSecure from "./migrations/0011-three-d-secure.ts";
import * as demoAuthentication from "./migrations/0012-demo-authentication.ts";
import * as subscriptionTerms from "./migrations/0013-subscription-terms.ts";
import * as receiptDetails from "./migrations/0014-receipt-details.ts";
import * as paymentLinks from "./migrations/0015-payment-links.ts";
import * as portal from "./migrations/0016-portal.ts";
import * as waysOfLinks from "./migrations/0017-ways-of-links.ts";

/** New migrations are online, unless the previous version cannot serve beside them. */
export const migrations: Migrations = {
	offline: { "0001_initial": initial },
	online: {
		"0002_approval_reminders": approvalReminders,
		"0002_mail_languages": mailLanguages,
		"0002_mailbox_of_merchant": mailboxOfMerchant,
		"0003_subscription_tries": subscriptionTries,
		"0004_charge_amount_parts": chargeAmountParts,
		"0005_assigned_items": assignedItems,
		"0006_retention_clock": retentionClock,
		"0007_sums_of_days": sumsOfDays,
		"0008_configuration_declines": configurationDeclines,
		"0009_initiators": initiators,
		"0009_refund_notices": refundNotices,
		"0010_statement_text": statementText,
		"0011_three_d_secure": threeDSecure,
		"0015_payment_links": paymentLinks,
		"0011_check_rules": checkRules,
		"0012_demo_authentication": demoAuthentication,
		"0013_subscription_terms": subscriptionTerms,
		"0014_receipt_details": receiptDetails,
		"0016_portal": portal,
		"0017_ways_of_links": waysOfLinks,
	},
};

const newestOffline = Object.keys(migrations.offline).sort().at(-1) ?? "";

/** Includes the wait for another process. */
const statementTimeoutMs = 24 * 3_600_000;

/**
 * Accepts a changed schema, whose audit log an operator must be able to verify.
 * @throws ConfigError when another version wrote it
 */
export async function hasNewestSchema(database: Database): Promise<boolean> {
	return (await requireKnownMigrations(database.withTables(), migrations)).length === 0;
}

export function compareSchema(database: Database): Promise<SchemaState> {
	return readSchemaState(database.withTables(), migrations);
}

export function holdSchemaOfVersion(client: pg.ClientBase): Promise<void> {
	return holdSchema(client, newestOffline);
}

/**
 * Several gateways may call this together.
 * @throws ConfigError for an unknown or changed schema, missing rights, or a connected gateway
 */
export async function migrateToLatest(url: string, report?: (line: string) => void): Promise<void> {
	await withMigrationDatabase(url, async (database) => {
		if ((await requireKnownSchema(database, migrations)).length === 0) return;
		await requireOwner(database);
		await runMigrations(database, migrations, { ...(report && { report }) });
	});
}

/** @throws ConfigError as for `migrateToLatest` */
export async function listPending(url: string): Promise<PendingMigration[]> {
	return withMigrationDatabase(url, (database) => requireKnownSchema(database, migrations));
}

/**
 * Gives the serving role its rights.
 * @param servingRole `undefined` where one role owns and serves
 */
export async function migrateAsOperator(
	url: string,
	servingRole: string | undefined,
	options: RunOptions,
): Promise<string[]> {
	return withMigrationDatabase(url, async (database) => {
		const ran = await runMigrations(database, migrations, options);
		if (servingRole !== undefined) await grantRights(database, servingRole);
		return ran;
	});
}

async function withMigrationDatabase<Result>(
	url: string,
	work: (database: MigrationDatabase) => Promise<Result>,
): Promise<Result> {
	const database = openDatabase({ url, maximumConnections: 1, statementTimeoutMs });
	try {
		return await work(database.withTables());
	} finally {
		await database.destroy();
	}
}

/** @throws ConfigError for tables of another owner */
async function requireOwner(database: MigrationDatabase): Promise<void> {
	const { rows } = await sql<{ role: string; owns: boolean | null }>`
		select current_user as role, (
			select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('applied_migrations')
		) as owns`.execute(database);
	const [row] = rows;
	if (row?.owns !== false) return;
	throw new ConfigError(
		`The tables are older than this version, and the role ${row.role} of DATABASE_URL may not change them: run npm run migrate -- online`,
	);
}
