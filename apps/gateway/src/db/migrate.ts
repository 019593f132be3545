import { type Migration, Migrator } from "kysely/migration";
import { type Database, longStatementMs, openDatabase } from "./database.ts";
import * as initial from "./migrations/0001-initial.ts";

/** All migrations. They run in the order of their names; the name of a released migration never changes. */
const migrations: Record<string, Migration> = {
	"0001_initial": initial,
};

function migratorFor(db: Database): Migrator {
	return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

/** Returns true if every migration was run. Changes nothing. */
export async function hasNewestSchema(database: Database): Promise<boolean> {
	const all = await migratorFor(database).getMigrations();
	return all.every(({ executedAt }) => executedAt !== undefined);
}

/**
 * Brings the database at `url` to the newest schema. Several gateways may call this at once: kysely's migrator takes a
 * lock in the database, and the second gateway finds nothing left to do.
 *
 * @throws the failing migration's error; the database keeps its state from before that migration
 */
export async function migrateToLatest(url: string): Promise<void> {
	// Building an index on a table of millions takes minutes, and so does waiting for the gateway that builds it.
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
