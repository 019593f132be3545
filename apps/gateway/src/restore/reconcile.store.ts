import { requestJournalTable } from "@cardseal/vault";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { ProcessorAccount } from "../merchants/processor-accounts/tables.ts";

export type AccountToAsk = Pick<ProcessorAccount, "account_id" | "merchant_id" | "processor" | "currency">;

/** Lists the accounts of live merchants, with removed ones, whose charges may have been refunded. */
export function listAccountsToAsk(database: Database): Promise<AccountToAsk[]> {
	return database
		.selectFrom("processor_accounts")
		.innerJoin("merchants", "merchants.id", "processor_accounts.merchant_id")
		.select(["account_id", "processor_accounts.merchant_id", "processor", "currency"])
		.where("merchants.mode", "=", "live")
		.orderBy("processor_accounts.merchant_id")
		.orderBy("account_id")
		.execute();
}

/**
 * Writes references into the vault's journal of sent requests: an inquiry then asks the processor, and no request is sent
 * under them again. `at` is real time, ms since 1970.
 */
export async function noteSent(database: Database, references: readonly string[], at: number): Promise<void> {
	if (references.length === 0) return;
	await sql`
		insert into ${sql.raw(requestJournalTable)} (reference, submitted_at)
		select reference, ${at}::bigint from unnest(${[...references]}::text[]) as sent (reference)
		on conflict (reference) do nothing`.execute(database);
}

/**
 * Enters every PENDING transaction as sent. Its row may be older than the restored time and its entry in the journal newer: without
 * it, an inquiry would take the request for one that never left.
 */
export async function notePendingSent(database: Database, at: number): Promise<void> {
	await sql`
		insert into ${sql.raw(requestJournalTable)} (reference, submitted_at)
		select transaction_id, ${at}::bigint
		from transactions join pending_transactions using (transaction_id)
		where processor_account is not null
		on conflict (reference) do nothing`.execute(database);
}

/** Returns the ids of all PENDING transactions. */
export async function listPending(database: Database): Promise<ReadonlySet<string>> {
	const rows = await database.selectFrom("pending_transactions").select("transaction_id").execute();
	return new Set(rows.map((row) => row.transaction_id));
}

/** Returns `false` if it was noted before. */
export async function noteReconciledTransaction(
	transaction: Database,
	row: { merchant_id: number; transaction_id: string; restore_id: number; reconciled_at: number },
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto("reconciled_transactions")
		.values(row)
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

export interface DueSubscription {
	id: number;
	merchant_id: number;
}

/** Lists subscriptions of live merchants that are due, or have an attempt in flight, after a row id. */
export function listDueSubscriptions(
	database: Database,
	{ now, after, limit }: { now: number; after: number; limit: number },
): Promise<DueSubscription[]> {
	return database
		.selectFrom("subscriptions")
		.innerJoin("merchants", "merchants.id", "subscriptions.merchant_id")
		.select(["subscriptions.id", "subscriptions.merchant_id"])
		.where("merchants.mode", "=", "live")
		.where("subscriptions.id", ">", after)
		.where((row) => row.or([row("next_run", "<=", now), row("charging_transaction_id", "is not", null)]))
		.orderBy("subscriptions.id")
		.limit(limit)
		.execute();
}

/** Frees a subscription from the claim of a gateway that ended before the restore. */
export async function freeClaim(database: Database, subscriptionId: number): Promise<void> {
	await database
		.updateTable("subscriptions")
		.set({ claimed_until: 0, renewal_failures: 0 })
		.where("id", "=", subscriptionId)
		.where("claimed_until", ">", 0)
		.execute();
}
