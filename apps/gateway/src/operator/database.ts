import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError } from "../config.ts";
import { type Database, longStatementMs, openDatabase } from "../db/database.ts";
import { isProtectedDatabase, unprotectedDatabase } from "../db/database-address.ts";
import { startEmbeddedDatabase } from "../db/embedded-database.ts";
import { explainingFailure } from "../db/explain-failure.ts";
import { hasNewestSchema } from "../db/migrate.ts";

/**
 * Connects a command to the gateway's database. A gateway may run meanwhile: both share the embedded database, and the
 * last of them stops it.
 *
 * @throws ConfigError when there is no database, it cannot be used, or it has another schema
 */
export async function withDatabase<Result>(
	config: Config,
	work: (database: Database) => Promise<Result>,
): Promise<Result> {
	const { url, release } = await locateDatabase(config);
	try {
		// Checking a million postings takes longer than any request may.
		const statementTimeoutMs = longStatementMs;
		const database = openDatabase({ url, maximumConnections: 1, statementTimeoutMs });
		try {
			await explainingFailure(url, () => requireCurrentSchema(database));
			return await work(database);
		} finally {
			await database.destroy();
		}
	} finally {
		await release();
	}
}

/** Commands never migrate, since a gateway may be running; only its start does. */
async function requireCurrentSchema(database: Database): Promise<void> {
	if (await hasNewestSchema(database)) return;
	throw new ConfigError("This database has an older schema. Start this version of the gateway once, then try again.");
}

async function locateDatabase({ databaseUrl, databaseUnverified, dataDirectory }: Config) {
	if (databaseUrl !== undefined && !databaseUnverified && !isProtectedDatabase(databaseUrl, process.env.PGHOST)) {
		throw new ConfigError(unprotectedDatabase);
	}
	if (databaseUrl !== undefined) return { url: databaseUrl, release: async () => undefined };
	// Without this check, a mistyped DATA_DIR would create an empty database.
	if (!existsSync(join(dataDirectory, "postgres"))) {
		throw new ConfigError(
			`There is no database in ${dataDirectory}. Set DATA_DIR or DATABASE_URL as for the gateway, and start the gateway once.`,
		);
	}
	const { url, stop } = await startEmbeddedDatabase({ dataDirectory, log: () => undefined });
	return { url, release: stop };
}
