import { type Insertable, sql } from "kysely";
import { advisoryLocks } from "../db/advisory-locks.ts";
import type { Database } from "../db/database.ts";
import type { GatewayTables } from "../db/schema.ts";

/** A new event about an object that is not a card transaction. */
export type NewEventRow = Required<
	Pick<Insertable<GatewayTables["event_inbox"]>, "merchant_id" | "type" | "created_at" | "data">
>;

/** Inserts events, in the transaction of the change. */
export async function insertEvents(transaction: Database, rows: NewEventRow[]): Promise<void> {
	if (rows.length === 0) return;
	await sql`
		/* prepare: insert-events */
		insert into event_inbox (merchant_id, type, created_at, data)
		select merchant_id, type, created_at, data::json from unnest(
			${rows.map((row) => row.merchant_id)}::bigint[], ${rows.map((row) => row.type)}::text[],
			${rows.map((row) => row.created_at)}::bigint[], ${rows.map((row) => row.data)}::text[]
		) as event (merchant_id, type, created_at, data)`.execute(transaction);
}

/**
 * Returns the part of a statement that also inserts the events of transactions.
 *
 * @param source a table or common table expression with `merchant_id`, `event_type`, `event_at` and `of_transaction`
 */
export function insertTransactionEvents(source: string): string {
	return `
		insert into event_inbox (merchant_id, type, created_at, of_transaction)
		select merchant_id, event_type, event_at, of_transaction from ${source}`;
}

/** Tells whether an event waits. */
export async function isAnyWaiting(database: Database): Promise<boolean> {
	return (await database.selectFrom("event_inbox").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Waits until no other gateway moves events. */
export async function lockMove(transaction: Database): Promise<void> {
	await sql`select pg_advisory_xact_lock(${advisoryLocks.eventMove})`.execute(transaction);
}

/**
 * Moves the oldest waiting events behind those of their merchants. The caller holds the lock: a transaction that commits
 * later is moved later, so a position tells the order of commits.
 *
 * @param now real time, ms since 1970
 * @returns the number of moved events
 */
export async function moveWaiting(
	transaction: Database,
	{ now, limit }: { now: number; limit: number },
): Promise<number> {
	const { numAffectedRows = 0n } = await sql`
		/* prepare: move-events */
		with moved as (
			delete from event_inbox
			where ctid = any(array(select ctid from event_inbox order by id limit ${limit}))
			returning *
		), counted as (
			insert into event_sequences as counter (merchant_id, last_sequence)
			select merchant_id, count(*) from moved group by merchant_id
			on conflict (merchant_id) do update set last_sequence = counter.last_sequence + excluded.last_sequence
			returning merchant_id, last_sequence
		), numbered as (
			select moved.*, row_number() over (partition by merchant_id order by id desc) - 1 as after_it from moved
		)
		insert into events (merchant_id, sequence, event_id, type, created_at, recorded_at, of_transaction, data)
		select merchant_id, last_sequence - after_it,
			'evt_' || lpad(to_hex(${now}::bigint), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 16),
			type, created_at, ${now}::bigint, of_transaction, data
		from numbered join counted using (merchant_id)
		order by id`.execute(transaction);
	return Number(numAffectedRows);
}
