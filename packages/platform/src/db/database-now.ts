import { sql } from "kysely";
import type { Database } from "./database.ts";

export async function readDatabaseNow(database: Database): Promise<number> {
	const { rows } = await sql<{ now: number }>`
		/* prepare: database-now */
		select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(database);
	const [row] = rows;
	if (row === undefined) throw new Error("The database returned no time.");
	return row.now;
}
