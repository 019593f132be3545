import type { Database } from "@cardseal/platform/db";
import { sql } from "kysely";

/** Less than the sorted numbers need, so that they go to a file. */
const smallMemory = "64kB";
const sortedNumbers = 20_000;

/**
 * Returns `false` if it is read-only. Takes space on the disk, and commits to the write-ahead log, as a payment does. Changes no row.
 *
 * @throws when the database does not answer, or its disk is full
 */
export function tryToWrite(database: Database): Promise<boolean> {
	return database.transaction().execute(async (transaction) => {
		await sql`set local work_mem = ${sql.lit(smallMemory)}`.execute(transaction);
		const { rows } = await sql<{ read_only: boolean }>`
			select current_setting('transaction_read_only')::boolean as read_only,
				(select count(*) from generate_series(1, ${sql.lit(sortedNumbers)}))`.execute(transaction);
		const takesWrites = rows[0]?.read_only === false;
		if (takesWrites) await sql`select pg_logical_emit_message(true, 'cardseal', 'readyz')`.execute(transaction);
		return takesWrites;
	});
}
