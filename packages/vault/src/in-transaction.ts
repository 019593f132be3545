import type { Kysely } from "kysely";
import type { VaultTables } from "./schema.ts";

/** Does the work in the caller's transaction when it is in one, otherwise in one of its own. */
export function inTransaction<Result>(
	database: Kysely<VaultTables>,
	work: (transaction: Kysely<VaultTables>) => Promise<Result>,
): Promise<Result> {
	return database.isTransaction ? work(database) : database.transaction().execute(work);
}
