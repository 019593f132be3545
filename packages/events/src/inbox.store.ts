import { advisoryLocks, type Database, rowsAs } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, sql } from "kysely";
import { slotsOf } from "./delivery/deliveries.store.ts";
import { endpointGetsEvent } from "./endpoints/endpoints.store.ts";

export type NewEventRow = Required<
	Pick<Insertable<GatewayTables["event_inbox"]>, "merchant_id" | "type" | "created_at" | "data" | "event_id">
>;

const newEventTypes = { merchant_id: "bigint", type: "text", created_at: "bigint", data: "text", event_id: "text" };

/** Inserts events, in the transaction of the change. */
export async function insertEvents(transaction: Database, rows: NewEventRow[]): Promise<void> {
	if (rows.length === 0) return;
	await sql`
		/* prepare: insert-events */
		insert into event_inbox (merchant_id, type, created_at, data, event_id)
		select merchant_id, type, created_at, data::json, event_id from ${rowsAs("event", newEventTypes, rows)}`.execute(
		transaction,
	);
}

/** @param source has `merchant_id`, `event_type`, `event_at` and `of_transaction` */
export function transactionEventsSql(source: string): string {
	return `
		insert into event_inbox (merchant_id, type, created_at, of_transaction)
		select merchant_id, event_type, event_at, of_transaction from ${source}`;
}

/**
 * Moves in one session at a time, so that later events get later positions.
 * @returns the numbers of found events and of deliveries; `undefined` while another session has the lock
 */
export async function moveWaiting(
	database: Database,
	{ now, limit }: { now: number; limit: number },
): Promise<{ found: number; queued: number } | undefined> {
	const { rows } = await sql<{ isLocked: boolean; found: number; queued: number }>`
		/* prepare: move-events */
		with move as materialized (
			select
				pg_try_advisory_xact_lock(${advisoryLocks.eventMove}) as is_locked,
				-- One random number for all: a number for each event takes PostgreSQL 4 µs.
				hashtextextended(gen_random_uuid()::text, 0) as seed
		), found as materialized (
			select ctid from event_inbox where (select is_locked from move) order by id limit ${limit}
		), moved as (
			delete from event_inbox where ctid = any(array(select ctid from found)) returning *
		), counted as (
			insert into event_sequences as counter (merchant_id, last_sequence)
			select merchant_id, count(*) from moved group by merchant_id
			on conflict (merchant_id) do update set last_sequence = counter.last_sequence + excluded.last_sequence
			returning merchant_id, last_sequence
		), numbered as (
			select moved.*, last_sequence + 1 - row_number() over (partition by merchant_id order by id desc) as sequence
			from moved join counted using (merchant_id)
		), recorded as (
			insert into events (merchant_id, sequence, event_id, type, created_at, recorded_at, of_transaction, data)
			select merchant_id, sequence,
				coalesce(
					event_id,
					'evt_' || lpad(to_hex(${now}::bigint), 12, '0')
						|| lpad(to_hex(hashint8extended(id, (select seed from move))), 16, '0')
				),
				type, created_at, ${now}::bigint, of_transaction, data
			from numbered
			order by id
		), queued as (
			insert into webhook_deliveries (endpoint_id, sequence, slots, due_at)
			select endpoint.id, event.sequence, ${slotsOf("event")}, ${now}::bigint
			from numbered as event join webhook_endpoints as endpoint using (merchant_id)
			where ${endpointGetsEvent("endpoint", "event")}
			returning endpoint_id
		)
		select is_locked as "isLocked", (select count(*) from found) as found, (select count(*) from queued) as queued
		from move`.execute(database);
	const [counts] = rows;
	return counts?.isLocked ? counts : undefined;
}
