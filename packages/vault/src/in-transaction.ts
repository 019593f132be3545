import type { Kysely } from "kysely";
import type { VaultTables } from "./schema.ts";

/** Runs the work in the caller's transaction, or in a new one. */
export function inTransaction<Result>(
	database: Kysely<VaultTables>,
	work: (transaction: Kysely<VaultTables>) => Promise<Result>,
): Promise<Result> {
	return database.isTransaction ? work(database) : database.transaction().execute(work);
}
