import { existsSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedDatabase } from "@cardseal/local-postgres";
import { type Config, ConfigError } from "../config.ts";
import { type Database, longStatementMs, openDatabase } from "../db/database.ts";
import { hasNewestSchema } from "../db/migrate.ts";

/**
 * Lets an operator's command work on the gateway's database. It may run beside a gateway: it shares the embedded
 * database, and leaves it to whoever still uses it.
 *
 * @throws ConfigError when there is no database yet, or an older one
 */
export async function withDatabase<Result>(
	config: Config,
	work: (database: Database) => Promise<Result>,
): Promise<Result> {
	const { url, release } = await reachDatabase(config);
	try {
		// To hold a million postings against their balances takes longer than any request may.
		const statementTimeoutMs = longStatementMs;
		const database = openDatabase({ url, maximumConnections: 1, statementTimeoutMs });
		try {
			await requireNewestSchema(database);
			return await work(database);
		} finally {
			await database.destroy();
		}
	} finally {
		await release();
	}
}

/** A look at a list must not change the tables under a gateway that runs: that is for a gateway's start. */
async function requireNewestSchema(database: Database): Promise<void> {
	if (await hasNewestSchema(database)) return;
	throw new ConfigError(
		"This database is of an older version. Start the gateway of this version once, then try again.",
	);
}

async function reachDatabase({ databaseUrl, dataDirectory }: Config) {
	if (databaseUrl !== undefined) return { url: databaseUrl, release: async () => undefined };
	// Otherwise a mistyped DATA_DIR would get a database of its own, in which nobody is known.
	if (!existsSync(join(dataDirectory, "postgres"))) {
		throw new ConfigError(
			`There is no database in ${dataDirectory}. Set DATA_DIR or DATABASE_URL as for the gateway, and start that once first.`,
		);
	}
	const { url, stop } = await startEmbeddedDatabase({ dataDirectory, log: () => undefined });
	return { url, release: stop };
}
