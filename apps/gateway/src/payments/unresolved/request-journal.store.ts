import { requestedAt, requestJournalTable } from "@cardseal/vault";
import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { deleteInSlices } from "../../db/delete-in-slices.ts";

/**
 * Deletes journal entries older than a real time, ms since 1970, except a PENDING transaction's: without it, an
 * inquiry would take the request for unsent.
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

/**
 * Records references as sent: an inquiry asks the processor, and none is sent again. `at` is real time, ms
 * since 1970.
 */
export async function recordAsSent(database: Database, references: readonly string[], at: number): Promise<void> {
	if (references.length === 0) return;
	await sql`
		insert into ${sql.raw(requestJournalTable)} (reference, submitted_at)
		select reference, ${at}::bigint from unnest(${[...references]}::text[]) as sent (reference)
		on conflict (reference) do nothing`.execute(database);
}

/** Records every PENDING transaction as sent: a restore may have lost its journal entry. */
export async function recordPendingAsSent(database: Database, at: number): Promise<void> {
	await sql`
		insert into ${sql.raw(requestJournalTable)} (reference, submitted_at)
		select transaction_id, ${at}::bigint
		from transactions join pending_transactions using (transaction_id)
		where processor_account is not null
		on conflict (reference) do nothing`.execute(database);
}
