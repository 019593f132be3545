import { type Migration, Migrator } from "kysely/migration";
import { type Database, longStatementMs, openDatabase } from "./database.ts";
import * as initial from "./migrations/0001-initial.ts";

/** All migrations, run in the order of their names. The name of a released migration never changes. */
const migrations: Record<string, Migration> = {
	"0001_initial": initial,
};

function migratorFor(db: Database): Migrator {
	return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/** Returns true if every migration has run. Changes nothing. */
export async function hasNewestSchema(database: Database): Promise<boolean> {
	const all = await migratorFor(database).getMigrations();
	return all.every(({ executedAt }) => executedAt !== undefined);
}

/**
 * Migrates the database at `url` to the newest schema. Several gateways may call this at once: the migrator takes a
 * lock.
 *
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
		const { error } = await migratorFor(database).migrateToLatest();
		if (error !== undefined) throw error;
	} finally {
		await database.destroy();
	}
}
