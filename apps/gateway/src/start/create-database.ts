import {
	type Database,
	explainingFailure,
	holdSchemaOfVersion,
	migrateToLatest,
	openDatabase,
	requireProtectedDatabase,
	startEmbeddedDatabase,
} from "@cardseal/platform/db";
import type { Starting } from "./starting.ts";

interface PreparedDatabase {
	url: string;
	/** True when the embedded server has ended. */
	isLost: () => boolean;
}

/** Migrates the embedded database, too. */
export async function prepareDatabase(
	starting: Pick<Starting, "config" | "log" | "cleanups">,
): Promise<PreparedDatabase> {
	const { config, log } = starting;
	const { databaseUrl } = config;
	if (databaseUrl !== undefined) requireProtectedDatabase("DATABASE_URL", databaseUrl, config);
	const prepared =
		databaseUrl === undefined ? await startEmbedded(starting) : { url: databaseUrl, isLost: () => false };
	await explainingFailure(prepared.url, () => migrateToLatest(prepared.url, (line) => log.info({ database: line })));
	return prepared;
}

async function startEmbedded({
	config,
	log,
	cleanups,
}: Parameters<typeof prepareDatabase>[0]): Promise<PreparedDatabase> {
	const embedded = await startEmbeddedDatabase({
		dataDirectory: config.dataDirectory,
		log: (message) => log.info({ database: message }),
	});
	cleanups.push(() => embedded.stop());
	return embedded;
}

/** Enough for downloads, and some overviews. */
const reportConnections = 12;

/** The gateway starts without the replica. */
export function connectReports(starting: Starting, database: Database): Database {
	const { reportsDatabaseUrl: url } = starting.config;
	if (url === undefined) return database;
	requireProtectedDatabase("REPORTS_DATABASE_URL", url, starting.config);
	return connect(starting, url, reportConnections);
}

export function connect(
	{ log, cleanups, metrics }: Starting,
	url: string,
	maximumConnections: number,
	onServer?: (server: string) => void,
): Database {
	const database = openDatabase({
		url,
		maximumConnections,
		onServer,
		onConnectionLost: (error) => log.warn({ err: error }, "lost a database connection"),
		onConnect: holdSchemaOfVersion,
		onStatement: metrics && ((name = "other", ms) => metrics.observe("statements", { statement: name }, ms)),
	});
	cleanups.push(() => database.destroy());
	return database;
}
