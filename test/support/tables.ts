import { type Database, openDatabase } from "../../apps/gateway/src/db/database.ts";
import { createTestDatabase } from "./database.ts";

export interface TestTables {
	database: Database;
	/** Closes the connections and removes the database. */
	drop(): Promise<void>;
}

const connections = 4;

/** The tables of a database of a test file's own, for tests of what stands below the application. */
export async function openTestTables(): Promise<TestTables> {
	const { url, drop } = await createTestDatabase();
	const database = openDatabase({ url, maximumConnections: connections });
	return {
		database,
		async drop() {
			await database.destroy();
			await drop();
		},
	};
}
