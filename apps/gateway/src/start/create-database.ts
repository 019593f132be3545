import { ConfigError } from "../config.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { isProtectedDatabase, unprotectedDatabase } from "../db/database-address.ts";
import { startEmbeddedDatabase } from "../db/embedded-database.ts";
import { explainingFailure } from "../db/explain-failure.ts";
import { migrateToLatest } from "../db/migrate.ts";
import type { Starting } from "./starting.ts";

export interface PreparedDatabase {
	url: string;
	/** Tells whether the embedded server has ended and does not come back. */
	isLost: () => boolean;
}

/** Starts the embedded database unless another is configured, and migrates it. */
export async function prepareDatabase(starting: Starting): Promise<PreparedDatabase> {
	const { databaseUnverified } = starting.config;
	if (starting.config.databaseUrl !== undefined && !databaseUnverified) requireProtected(starting.config.databaseUrl);
	const { databaseUrl } = starting.config;
	const prepared =
		databaseUrl === undefined ? await startEmbedded(starting) : { url: databaseUrl, isLost: () => false };
	await explainingFailure(prepared.url, () => migrateToLatest(prepared.url));
	return prepared;
}

async function startEmbedded({ config, log, cleanups }: Starting): Promise<PreparedDatabase> {
	const embedded = await startEmbeddedDatabase({
		dataDirectory: config.dataDirectory,
		log: (message) => log.info({ database: message }),
	});
	cleanups.push(() => embedded.stop());
	return embedded;
}

export function connect({ log, cleanups, metrics }: Starting, url: string, maximumConnections: number): Database {
	const database = openDatabase({
		url,
		maximumConnections,
		onConnectionLost: (error) => log.warn({ err: error }, "lost a database connection"),
		onStatement: metrics && ((name = "other", ms) => metrics.observe("statements", { statement: name }, ms)),
	});
	cleanups.push(() => database.destroy());
	return database;
}

/** @throws ConfigError for a database on another host without verified TLS */
function requireProtected(url: string): void {
	if (!isProtectedDatabase(url, process.env.PGHOST)) throw new ConfigError(unprotectedDatabase);
}
