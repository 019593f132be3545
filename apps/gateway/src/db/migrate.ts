import { type Migration, Migrator } from "kysely/migration";
import { type Database, longStatementMs, openDatabase } from "./database.ts";
import * as initial from "./migrations/0001-initial.ts";
import {
	readSchemaState,
	recorded,
	requireKnownMigrations,
	requireKnownSchema,
	type SchemaState,
} from "./schema-record.ts";

/** All migrations, run in the order of their names. The name of a released migration never changes. */
const migrations: Record<string, Migration> = {
	"0001_initial": initial,
};

/**
 * Returns true if every migration has run. Changes nothing. A schema that was changed by hand is accepted: an operator must be
 * able to verify the audit log of such a database.
 *
 * @throws ConfigError when another version wrote the schema
 */
export async function hasNewestSchema(database: Database): Promise<boolean> {
	return requireKnownMigrations(database.withTables(), migrations);
}

/** Compares the schema with this version's, for a gateway that runs: another version may have migrated it meanwhile. */
export function compareSchema(database: Database): Promise<SchemaState> {
	return readSchemaState(database.withTables(), migrations);
}

/**
 * Migrates the database at `url` to the newest schema. Several gateways may call this at once: the migrator takes a
 * lock.
 *
 * @throws ConfigError when another version wrote the schema, or it was changed by hand
 * @throws the failing migration's error; the migration is rolled back
 */
export async function migrateToLatest(url: string): Promise<void> {
	// Building an index on millions of rows takes minutes, and so does waiting for another gateway that builds it.
	const database = openDatabase({
		url,
		maximumConnections: 2,
		statementTimeoutMs: longStatementMs,
	});
	try {
		await migrate(database, migrations);
	} finally {
		await database.destroy();
	}
}

/** For tests, which have other migrations. */
export async function migrate(database: Database, all: Record<string, Migration>): Promise<void> {
	if (await requireKnownSchema(database.withTables(), all)) return;
	const recording = Object.entries(all).map(([name, migration]) => [name, recorded(name, migration)]);
	const provider = { getMigrations: async () => Object.fromEntries(recording) };
	const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
	if (error !== undefined) throw error;
}
