import type { Kysely } from "kysely";
import { openDatabase } from "../../apps/gateway/src/db/database.ts";
import type { GatewayTables } from "../../apps/gateway/src/db/schema.ts";
import type { VaultTables } from "../../packages/vault/src/schema.ts";
import { createTestDatabase } from "./database.ts";

/** Every table there is, the vault's too: tests look behind both doors. */
export type AllTables = Kysely<GatewayTables & VaultTables>;

export interface TestTables {
	database: AllTables;
	/** Of the database, for connections of other kinds. */
	url: string;
	/** Closes the connections and removes the database. */
	drop(): Promise<void>;
}

const connections = 4;

/** The tables of a database of a test file's own, for tests of what stands below the application. */
export async function openTestTables(): Promise<TestTables> {
	const { url, drop } = await createTestDatabase();
	const database: AllTables = openDatabase({ url, maximumConnections: connections }).withTables();
	return {
		database,
		url,
		async drop() {
			await database.destroy();
			await drop();
		},
	};
}
