import { type Database, deleteInSlices } from "@cardseal/platform/db";
import type { ActionNeeded, ReturnedFields } from "@cardseal/vault";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { TransactionRecord } from "../transaction/transaction-record.ts";
import type { PayerActionsTable } from "./tables.ts";

export type PayerAction = Selectable<PayerActionsTable>;

interface NewPayerAction extends Pick<ActionNeeded, "processorTransactionId" | "action"> {
	record: TransactionRecord;
	returnUrl: string | null;
	/** Real time, ms since 1970. */
	expiresAt: number;
	/** Business time, ms since 1970. */
	now: number;
}

/**
 * Keeps the payer's way to the bank, with the event, and lets recovery wait until the end. A second call changes nothing.
 *
 * @returns `false` once there is an outcome
 */
export async function keepPayerAction(database: Database, action: NewPayerAction): Promise<boolean> {
	const { record, processorTransactionId, expiresAt } = action;
	const { url, method, fields } = action.action;
	const { rows } = await sql`
		with open as (
			select transactions.merchant_id, transactions.transaction_id
			from transactions join pending_transactions using (transaction_id)
			where transaction_id = ${record.transaction_id} and status = 'PENDING'
			for update
		), named as (
			update transactions
			set processor_transaction_id = coalesce(nullif(${processorTransactionId}, ''), processor_transaction_id)
			from open where transactions.transaction_id = open.transaction_id
		), kept as (
			insert into payer_actions (transaction_id, url, method, fields, return_url, expires_at)
			select transaction_id, ${url}, ${method}, ${JSON.stringify(fields)}::jsonb, ${action.returnUrl}::text, ${expiresAt}::bigint
			from open
			on conflict do nothing
			returning transaction_id
		), waiting as (
			update pending_transactions
			set state = case state when 'differs' then 'differs' else 'payer' end, is_told = true,
				next_inquiry_at = greatest(waits_until, ${expiresAt}::bigint)
			from kept where pending_transactions.transaction_id = kept.transaction_id
		), told as (
			insert into event_inbox (merchant_id, type, created_at, data)
			select merchant_id, 'transaction.action_required', ${action.now}::bigint, ${JSON.stringify(record)}::json
			from open join kept using (transaction_id)
		)
		select transaction_id from open`.execute(database);
	return rows.length === 1;
}

export async function findPayerAction(database: Database, transactionId: string): Promise<PayerAction | undefined> {
	return database
		.selectFrom("payer_actions")
		.selectAll()
		.where("transaction_id", "=", transactionId)
		.executeTakeFirst();
}

/**
 * Keeps what the bank sent, once, for this request to end the charge with it. Recovery takes over later.
 *
 * @param takenOverAt real time, ms since 1970
 * @returns `false` when another return came first, or the payer's time was over
 */
export async function claimReturn(
	database: Database,
	transactionId: string,
	{ returned, takenOverAt }: { returned: ReturnedFields; takenOverAt: number },
): Promise<boolean> {
	const { rows } = await sql`
		with claimed as (
			update payer_actions set returned = ${JSON.stringify(returned)}::jsonb
			where transaction_id = ${transactionId} and returned is null and ended_at is null
			returning transaction_id
		), later as (
			update pending_transactions set next_inquiry_at = greatest(waits_until, ${takenOverAt}::bigint)
			from claimed where pending_transactions.transaction_id = claimed.transaction_id
		)
		select transaction_id from claimed`.execute(database);
	return rows.length === 1;
}

/** The fields were not the bank's, or not its last: the payer may return again. */
export async function forgetReturn(
	database: Database,
	transactionId: string,
	returned: ReturnedFields | null,
): Promise<void> {
	await database
		.updateTable("payer_actions")
		.set({ returned: null })
		.where("transaction_id", "=", transactionId)
		// A slow answer must not undo a later return, which may have charged.
		.where("returned", "=", sql<ReturnedFields>`${JSON.stringify(returned)}::jsonb`)
		.where("ended_at", "is", null)
		.execute();
}

/**
 * Ends the payer's time: afterwards only `abandon` decides.
 *
 * @param now real time, ms since 1970
 * @returns `false` when the payer's return came first
 */
export async function endPayerAction(database: Database, transactionId: string, now: number): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable("payer_actions")
		.set({ ended_at: sql<number>`coalesce(ended_at, ${now}::bigint)` })
		.where("transaction_id", "=", transactionId)
		.where("returned", "is", null)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/**
 * True while a charge waits for its payer, who is at the bank.
 *
 * @param transactionId a column
 * @param now real time, ms since 1970
 */
export function isWithPayer(transactionId: RawBuilder<unknown>, now: number): RawBuilder<boolean> {
	return sql<boolean>`exists (
		select from pending_transactions join payer_actions using (transaction_id)
		where transaction_id = ${transactionId} and returned is null and ended_at is null and expires_at > ${now}::bigint
	)`;
}

/** `before` is real time, ms since 1970. */
export async function deleteOldPayerActions(database: Database, before: number): Promise<void> {
	await deleteInSlices(database, "payer_actions", sql`expires_at <= ${before}`);
}
