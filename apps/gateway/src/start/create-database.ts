import { startEmbeddedDatabase } from "@cardseal/local-postgres";
import { type Database, openDatabase } from "../db/database.ts";
import { migrateToLatest } from "../db/migrate.ts";
import type { Starting } from "./starting.ts";

/** Starts the embedded database unless another is configured, migrates it and returns its URL. */
export async function prepareDatabase({ config, log, cleanups }: Starting): Promise<string> {
	let url = config.databaseUrl;
	if (url === undefined) {
		const embedded = await startEmbeddedDatabase({
			dataDirectory: config.dataDirectory,
			log: (message) => log.info({ database: message }),
		});
		cleanups.push(() => embedded.stop());
		url = embedded.url;
	}
	await migrateToLatest(url);
	return url;
}

export function connect({ log, cleanups }: Starting, url: string, maximumConnections: number): Database {
	const database = openDatabase({
		url,
		maximumConnections,
		onConnectionLost: (error) => log.warn({ err: error }, "lost a database connection"),
	});
	cleanups.push(() => database.destroy());
	return database;
}
