import { type Database, deleteInSlices } from "@cardseal/platform/db";
import { requestedAt, requestJournalTable } from "@cardseal/vault";
import { sql } from "kysely";

/**
 * `before` is real time, ms since 1970. Entries of PENDING transactions stay: without them, inquiries would
 * take the requests for unsent.
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

/** No request is sent again under these references. `at` is real time, ms since 1970. */
export async function recordAsSent(database: Database, references: readonly string[], at: number): Promise<void> {
	if (references.length === 0) return;
	await sql`
		insert into ${sql.raw(requestJournalTable)} (reference, submitted_at)
		select reference, ${at}::bigint from unnest(${[...references]}::text[]) as sent (reference)
		on conflict (reference) do nothing`.execute(database);
}

/** A restore may have lost a PENDING transaction's entry. */
export async function recordPendingAsSent(database: Database, at: number): Promise<void> {
	await sql`
		insert into ${sql.raw(requestJournalTable)} (reference, submitted_at)
		select transaction_id, ${at}::bigint
		from transactions join pending_transactions using (transaction_id)
		where processor_account is not null
		on conflict (reference) do nothing`.execute(database);
}
