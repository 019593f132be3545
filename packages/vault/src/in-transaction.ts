import type { Kysely } from "kysely";
import type { VaultTables } from "./schema.ts";

export function inTransaction<Result>(
	database: Kysely<VaultTables>,
	work: (transaction: Kysely<VaultTables>) => Promise<Result>,
): Promise<Result> {
	return database.isTransaction ? work(database) : database.transaction().execute(work);
}
