import { sql } from "kysely";
import type { Database } from "../../db/database.ts";

/** @throws when the database cannot be reached, or does not respond in time */
export async function assertDatabaseAnswers(database: Database): Promise<void> {
	await sql`select 1`.execute(database);
}
