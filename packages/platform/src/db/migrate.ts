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

const statementTimeoutMs = 24 * 3_600_000;

/** Compares and changes the schema of a database by the migrations of this version. */
export function createSchema(migrations: Migrations) {
	const newestOffline = Object.keys(migrations.offline).sort().at(-1) ?? "";
	return {
		/**
		 * Accepts a changed schema, whose audit log an operator must be able to verify.
		 * @throws ConfigError when another version wrote it
		 */
		async hasNewestSchema(database: Database): Promise<boolean> {
			return (await requireKnownMigrations(database.withTables(), migrations)).length === 0;
		},
		compareSchema(database: Database): Promise<SchemaState> {
			return readSchemaState(database.withTables(), migrations);
		},
		holdSchemaOfVersion(client: pg.ClientBase): Promise<void> {
			return holdSchema(client, newestOffline);
		},
		/**
		 * Several gateways may call this together.
		 * @throws ConfigError for an unknown or changed schema, missing rights, or a connected gateway
		 */
		async migrateToLatest(url: string, report?: (line: string) => void): Promise<void> {
			await withMigrationDatabase(url, async (database) => {
				if ((await requireKnownSchema(database, migrations)).length === 0) return;
				await requireOwner(database);
				await runMigrations(database, migrations, { ...(report && { report }) });
			});
		},
		/** @throws ConfigError as for `migrateToLatest` */
		async listPending(url: string): Promise<PendingMigration[]> {
			return withMigrationDatabase(url, (database) => requireKnownSchema(database, migrations));
		},
		/** Gives the serving role its rights; `undefined` where one role owns and serves. */
		async migrateAsOperator(url: string, servingRole: string | undefined, options: RunOptions): Promise<string[]> {
			return withMigrationDatabase(url, async (database) => {
				const ran = await runMigrations(database, migrations, options);
				if (servingRole !== undefined) await grantRights(database, servingRole);
				return ran;
			});
		},
	};
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
