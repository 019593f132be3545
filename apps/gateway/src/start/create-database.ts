import {
	type Database,
	explainingFailure,
	openDatabase,
	requireProtectedDatabase,
	startEmbeddedDatabase,
} from "@cardseal/platform/db";
import { schema } from "../schema/schema.ts";
import type { Starting } from "./starting.ts";

/** Migrates the embedded database, too. */
export async function prepareDatabase({ config, log, cleanups }: Pick<Starting, "config" | "log" | "cleanups">) {
	const { databaseUrl, dataDirectory } = config;
	const report = (line: string) => log.info({ database: line });
	if (databaseUrl !== undefined) {
		requireProtectedDatabase("DATABASE_URL", databaseUrl, config);
		await explainingFailure(databaseUrl, () => schema.migrateToLatest(databaseUrl, report));
		return { url: databaseUrl, isLost: () => false };
	}
	const { url, isLost, stop } = await startEmbeddedDatabase({ dataDirectory, log: report });
	cleanups.push(stop);
	await explainingFailure(url, () => schema.migrateToLatest(url, report));
	/** True when the embedded server has ended. */
	return { url, isLost };
}

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
		onConnect: schema.holdSchemaOfVersion,
		onStatement: metrics && ((name = "other", ms) => metrics.observe("statements", { statement: name }, ms)),
	});
	cleanups.push(() => database.destroy());
	return database;
}
