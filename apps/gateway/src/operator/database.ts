import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "@cardseal/platform";
import {
	type Database,
	explainingFailure,
	longStatementMs,
	openDatabase,
	requireProtectedDatabase,
	startEmbeddedDatabase,
} from "@cardseal/platform/db";
import type { Config } from "../config.ts";
import { schema } from "../schema/schema.ts";

/**
 * A gateway may run meanwhile: the last user of the embedded database stops it.
 *
 * @param options.asOwner connects with the role that owns the tables
 * @throws ConfigError when there is no database, it cannot be used, or it has another schema
 */
export async function withDatabase<Result>(
	config: Config,
	work: (database: Database) => Promise<Result>,
	options: { asOwner?: boolean } = {},
): Promise<Result> {
	return withDatabaseUrl(config, options, async (url) => {
		// A million postings take longer than any request may.
		const connected = { url, maximumConnections: 1, statementTimeoutMs: longStatementMs };
		// Only a gateway's start migrates. Another schema is refused with a sentence.
		const known = openDatabase(connected);
		const isNewest = await explainingFailure(url, () => schema.hasNewestSchema(known)).finally(() => known.destroy());
		if (!isNewest) {
			throw new ConfigError(
				"This database has an older schema. Start this version of the gateway once, or run npm run migrate -- online, then try again.",
			);
		}
		const database = openDatabase({ ...connected, onConnect: schema.holdSchemaOfVersion });
		try {
			return await work(database);
		} finally {
			await database.destroy();
		}
	});
}

/**
 * The schema may be older.
 *
 * @throws ConfigError when there is no database
 */
export async function withDatabaseUrl<Result>(
	config: Config,
	options: { asOwner?: boolean },
	work: (url: string) => Promise<Result>,
): Promise<Result> {
	const { url, release } = await locateDatabase(config, options);
	try {
		return await work(url);
	} finally {
		await release();
	}
}

async function locateDatabase(config: Config, { asOwner = false }: { asOwner?: boolean }) {
	const { databaseUrl, migrationDatabaseUrl, dataDirectory } = config;
	const [setting, url] =
		asOwner && migrationDatabaseUrl !== undefined
			? (["MIGRATION_DATABASE_URL", migrationDatabaseUrl] as const)
			: (["DATABASE_URL", databaseUrl] as const);
	if (url !== undefined) {
		requireProtectedDatabase(setting, url, config);
		return { url, release: async () => undefined };
	}
	// A mistyped DATA_DIR would create an empty database.
	if (!existsSync(join(dataDirectory, "postgres"))) {
		throw new ConfigError(
			`There is no database in ${dataDirectory}. Set DATA_DIR or DATABASE_URL as for the gateway, and start the gateway once.`,
		);
	}
	const embedded = await startEmbeddedDatabase({ dataDirectory, log: () => undefined });
	return { url: embedded.url, release: embedded.stop };
}
