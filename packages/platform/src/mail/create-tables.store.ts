import { type Kysely, sql } from "kysely";

/** The mail outbox, the counts behind its limits, and the sandbox's mailbox. */
export async function createMailTables(database: Kysely<unknown>): Promise<void> {
	// The reference comes first in the key, since it is nearly unique and the kind is not. There is no foreign key to
	// transactions: every charge would read its own row again.
	await sql`
		create table mail_outbox (
			reference text not null,
			kind text not null,
			copy integer not null default 0,
			next_attempt_at bigint not null default 0,
			attempts integer not null default 0,
			failed_at bigint,
			problem text,
			copies_left_out integer[] not null default '{}',
			primary key (reference, kind, copy)
		)`.execute(database);
	await sql`
		create index mail_outbox_by_turn on mail_outbox (next_attempt_at) where failed_at is null`.execute(database);
	await sql`
		create index mail_outbox_by_failure on mail_outbox (failed_at) where failed_at is not null`.execute(database);
	await sql`
		create table mail_counts (
			hour_started_at bigint not null,
			counted text not null,
			mails bigint not null,
			primary key (hour_started_at, counted)
		)`.execute(database);
	await sql`
		create table mailbox (
			id bigint generated always as identity primary key,
			message_id text not null unique,
			sender_name text not null,
			reply_to text,
			to_address text,
			blind_copies text[] not null,
			subject text not null,
			text text not null,
			html text not null,
			sent_at bigint not null
		)`.execute(database);
}
