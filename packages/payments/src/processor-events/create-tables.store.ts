import { type Kysely, sql } from "kysely";

export async function createProcessorEventTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table notice_feeds (
			merchant_id bigint not null references merchants,
			processor text not null,
			account text not null,
			cursor text,
			next_read_at bigint not null default 0,
			problem text,
			primary key (merchant_id, processor, account)
		)`.execute(database);
	await sql`
		create table received_notices (
			merchant_id bigint not null references merchants,
			processor text not null,
			account text not null,
			notice_id text not null,
			kind text not null check (kind in ('outcome', 'settlement', 'dispute', 'unknown')),
			body jsonb,
			state text not null default 'waiting'
				check (state in ('waiting', 'applied', 'unmatched', 'differing', 'invalid', 'closed')),
			next_attempt_at bigint not null,
			attempts integer not null default 0,
			problem text,
			received_at bigint not null,
			primary key (merchant_id, processor, account, notice_id),
			check ((state in ('applied', 'invalid', 'closed')) = (body is null))
		)`.execute(database);
	await sql`
		create index received_notices_waiting on received_notices (next_attempt_at) where state = 'waiting'`.execute(
		database,
	);
	await sql`
		create index received_notices_open on received_notices (merchant_id, received_at)
			where state not in ('applied', 'closed')`.execute(database);
	await sql`
		create index received_notices_ended on received_notices (next_attempt_at)
			where state in ('applied', 'closed')`.execute(database);
}
