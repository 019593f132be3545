import { requestedAt, requestJournalTable } from "@cardseal/vault";
import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { deleteInSlices } from "../../db/delete-in-slices.ts";

/**
 * Deletes rows of the vault's journal of requests that were written before a real time, ms since 1970. While a transaction is PENDING,
 * its row stays: without it, an inquiry would take the request for one that never left.
 */
export async function deleteOldProcessorRequests(database: Database, before: number): Promise<void> {
	await deleteInSlices(
		database,
		requestJournalTable,
		sql`${sql.raw(requestedAt)} < ${before}::bigint and not exists (
			select from pending_transactions as pending where pending.transaction_id = reference
		)`,
	);
}
