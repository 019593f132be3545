import { type Database, deleteInSlices } from "@cardseal/platform/db";
import { requestedAt, requestJournalTable } from "@cardseal/vault";
import { sql } from "kysely";

/**
 * `before` is real time, ms since 1970. Entries of PENDING transactions and open reversals stay: without them, inquiries would
 * take the requests for unsent.
 */
export async function deleteOldProcessorRequests(database: Database, before: number): Promise<void> {
	await deleteInSlices(
		database,
		requestJournalTable,
		sql`${sql.raw(requestedAt)} < ${before}::bigint and not exists (
			select from pending_transactions as pending where pending.transaction_id = reference
		) and not exists (
			select from reversals as reversal
			where reversal.reference = ${sql.raw(requestJournalTable)}.reference and reversal.state in ('waiting', 'attention')
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

/** A restore may have lost the entry of a PENDING transaction or a reversal. */
export async function recordPendingAsSent(database: Database, at: number): Promise<void> {
	await sql`
		insert into ${sql.raw(requestJournalTable)} (reference, submitted_at)
		select transaction_id, ${at}::bigint
		from transactions join pending_transactions using (transaction_id)
		where processor_account is not null
		union
		select reversals.reference, ${at}::bigint
		from transactions join reversals using (transaction_id)
		where processor_account is not null and reversals.state in ('waiting', 'attention')
		on conflict (reference) do nothing`.execute(database);
}
