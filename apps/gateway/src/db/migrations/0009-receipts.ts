import { type Kysely, sql } from "kysely";

/** Receipts that are to be sent, how many were, and the sandbox's mailbox. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`
		alter table merchants
			add column sends_receipts boolean not null default true,
			add column receipt_reply_to text`.execute(database);
	// Once for each transaction, by its key. No foreign key: it would cost every charge a look at its own row.
	await sql`
		create table receipt_outbox (
			transaction_id text primary key,
			next_attempt_at bigint not null default 0,
			attempts integer not null default 0,
			failed_at bigint,
			problem text
		)`.execute(database);
	await sql`
		create index receipt_outbox_by_turn on receipt_outbox (next_attempt_at) where failed_at is null`.execute(database);
	await sql`
		create index receipt_outbox_by_failure on receipt_outbox (failed_at) where failed_at is not null`.execute(database);
	await sql`
		create table receipt_counts (
			hour_started_at bigint not null,
			counted text not null,
			receipts bigint not null,
			primary key (hour_started_at, counted)
		)`.execute(database);
	await sql`
		create table mailbox (
			id bigint generated always as identity primary key,
			message_id text not null unique,
			sender_name text not null,
			reply_to text,
			to_address text not null,
			blind_copies text[] not null,
			subject text not null,
			text text not null,
			html text not null,
			sent_at bigint not null
		)`.execute(database);
}
