import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as initial from "../../../../../apps/gateway/src/schema/0001-initial.ts";
import { migrations, schema } from "../../../../../apps/gateway/src/schema/schema.ts";
import { createTestDatabase, execute, type TestDatabase } from "../../../../../test/fixtures/database.ts";
import { ConfigError } from "../../config-error.ts";
import { type Database, openDatabase } from "../database.ts";
import type { Migrations, OfflineMigration } from "./migration.ts";
import { runMigrations } from "./run.ts";

let home: TestDatabase;
let database: Database;

beforeEach(async () => {
	home = await createTestDatabase();
	database = openDatabase({ url: home.url, maximumConnections: 2 });
});

afterEach(async () => {
	await database.destroy();
	await home.drop();
});

async function refusalOf(start: () => Promise<unknown>): Promise<string> {
	const error: unknown = await start().then(
		() => undefined,
		(reason: unknown) => reason,
	);
	expect(error).toBeInstanceOf(ConfigError);
	return (error as ConfigError).message;
}

const migrate = (all: Migrations) => runMigrations(database.withTables(), all);

const nothing: OfflineMigration = { up: async () => undefined };

test("released migrations keep their recorded hashes, so that databases made before are upgraded", async () => {
	const { rows } = await sql<{ name: string; hash: string }>`
		select name, left(statements_hash, 16) as hash from applied_migrations`.execute(database);
	const hashes = Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
	expect(hashes).toEqual({
		"0001_initial": "ce18a6a26ffb51c8",
		"0002_approval_reminders": "7933928b8bbc04a0",
		"0002_mail_languages": "5a6795ea1723df03",
		"0002_mailbox_of_merchant": "d2b453492ad52b8b",
		"0003_subscription_tries": "2d5d6be26ad5b478",
		"0004_charge_amount_parts": "15d2c907a327389f",
		"0005_assigned_items": "8ade7ddaadddf0d0",
		"0006_retention_clock": "529a2966b2710743",
		"0007_sums_of_days": "26fed607d2bc7b6c",
		"0008_configuration_declines": "c5da1897bedefedd",
		"0009_initiators": "682bc6170d4f55b0",
		"0009_refund_notices": "0cc1d5824c7964db",
		"0010_statement_text": "714e384b16e267e4",
		"0011_three_d_secure": "0f3ce3a06bf45674",
		"0015_payment_links": "4000b92ee9a7926f",
		"0011_check_rules": "7d1e230beb70b4a6",
		"0012_demo_authentication": "8110c549972a455d",
		"0013_subscription_terms": "42739e05a5c009dd",
		"0014_receipt_details": "4d5aa512893c1dcc",
		"0016_portal": "81eca2f9a220dca2",
		"0017_ways_of_links": "06babbc239e82814",
	});
});

test("a database of an earlier version gets the later migrations, and keeps its rows", async () => {
	const earlier = { offline: migrations.offline, online: {} };
	await execute(home.url, `drop schema public, vault, demo_processor, demo_rail, aft cascade; create schema public`);
	await migrate(earlier);
	await execute(
		home.url,
		"insert into retention_checkpoints values (1, 1); insert into mail_counts values (0, 'x', 7)",
	);
	await schema.migrateToLatest(home.url);
	const { rows } = await sql`
		select (select mails from mail_counts), to_regclass('retention_checkpoints') as dropped`.execute(database);
	expect(rows).toEqual([{ mails: 7, dropped: null }]);
	expect(await migrate(migrations)).toEqual([]);
});

describe("a newer or changed schema", () => {
	test("that this version wrote is accepted again", async () => {
		await expect(schema.migrateToLatest(home.url)).resolves.toBeUndefined();
	});

	test.each([
		["alter table transactions drop column language", "missing column transactions.language text"],
		["alter table plans alter column name type varchar(10)", "added column plans.name character varying(10) not null"],
		["alter table plans add column size bigint not null", "added column plans.size bigint not null"],
		["drop index transactions_by_merchant", "missing index transactions.transactions_by_merchant"],
		["alter table plans add constraint small check (id < 5)", "added constraint plans.small"],
		["create unique index only_one on plans (name)", "added unique index plans.only_one"],
		["alter table vault.keys drop column status", "missing column vault:keys.status"],
		["drop table audit_cutoffs", "missing column audit_cutoffs."],
	])("with a hand-changed table is refused by the name of the change: %s", async (change, named) => {
		await execute(home.url, change);
		const message = await refusalOf(() => schema.migrateToLatest(home.url));
		expect(message).toContain(named);
		expect(message).toMatch(
			/^The tables were changed since version \S+ wrote them .*: undo the change, or restore a backup\.$/,
		);
	});

	test("with a table and an index of the operator's own is accepted", async () => {
		await execute(home.url, "create table notes (text text not null)");
		await execute(home.url, "create index plans_of_operator on plans (name)");
		await expect(schema.migrateToLatest(home.url)).resolves.toBeUndefined();
	});

	test("of an edited migration is refused, which names the version that wrote it", async () => {
		const edited = async (transaction: Kysely<unknown>) => {
			await initial.up(transaction);
			await sql`alter table plans add column size bigint`.execute(transaction);
		};
		const message = await refusalOf(() => migrate({ ...migrations, offline: { "0001_initial": { up: edited } } }));
		expect(message).toMatch(
			/was written by version \S+, whose migration 0001_initial differs .*: start the version that wrote it/,
		);
	});

	test("of a newer version is refused, which names that version", async () => {
		await migrate({ ...migrations, offline: { ...migrations.offline, "9999_more": nothing } });
		await execute(home.url, "update applied_migrations set gateway_version = '7.0.0' where name = '9999_more'");
		expect(await refusalOf(() => schema.migrateToLatest(home.url))).toMatch(
			/was written by version 7\.0\.0, which is newer .*: start version 7\.0\.0 or newer, or restore a backup/,
		);
	});

	test("without a record of its migrations is refused", async () => {
		await execute(home.url, "drop table applied_migrations");
		expect(await refusalOf(() => schema.migrateToLatest(home.url))).toContain("was written by an unknown version");
	});
});
