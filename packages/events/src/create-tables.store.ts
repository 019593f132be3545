import { queueStorage } from "@cardseal/platform/db";
import { type Kysely, sql } from "kysely";

/**
 * The merchants' events. An event is written to `event_inbox` in the transaction of its change, and moved to `events` with
 * its id and its position. Every charge writes one, so there are as few columns and indexes as can be, and no foreign keys.
 */
export async function createEventTables(database: Kysely<unknown>): Promise<void> {
	const columns = sql`
		merchant_id bigint not null,
		type text not null,
		created_at bigint not null,
		of_transaction bigint,
		data json,
		check (num_nonnulls(of_transaction, data) = 1)`;
	await sql`
		create table event_inbox (
			id bigint generated always as identity primary key,
			event_id text collate "C",
			${columns}
		) ${queueStorage}`.execute(database);
	await sql`
		create table event_sequences (
			merchant_id bigint primary key,
			last_sequence bigint not null check (last_sequence > 0)
		)`.execute(database);
	// Ids begin with their time, so that a new one is at the end of its index.
	await sql`
		create table events (
			sequence bigint not null check (sequence > 0),
			event_id text collate "C" not null unique,
			recorded_at bigint not null,
			resends jsonb,
			${columns},
			primary key (merchant_id, sequence)
		)`.execute(database);
	// Most events are approvals, so a list of them needs no index.
	await sql`
		create index events_by_type on events (merchant_id, type, sequence) where type <> 'transaction.approved'`.execute(
		database,
	);
}
