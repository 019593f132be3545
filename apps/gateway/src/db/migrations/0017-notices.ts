import { type Kysely, sql } from "kysely";

/** Notices by mail to the customers of subscriptions. They wait in the receipts' outbox, which is for all mail now. */
export async function up(database: Kysely<unknown>): Promise<void> {
	await openOutboxToAllMail(database);
	await sql`
		alter table merchants
			add column sends_payment_failed_notices boolean not null default true,
			add column sends_suspended_notices boolean not null default true,
			add column sends_card_expiring_notices boolean not null default true`.execute(database);
	await watchCardExpiry(database);
}

async function openOutboxToAllMail(database: Kysely<unknown>): Promise<void> {
	await sql`alter table receipt_outbox rename to mail_outbox`.execute(database);
	await sql`alter table mail_outbox rename column transaction_id to reference`.execute(database);
	// The reference first: it tells rows apart at once, where the kind is the same for nearly all.
	await sql`
		alter table mail_outbox
			add column kind text not null default 'receipt',
			drop constraint receipt_outbox_pkey,
			add primary key (reference, kind)`.execute(database);
	await sql`alter table mail_outbox alter column kind drop default`.execute(database);
	await sql`alter index receipt_outbox_by_turn rename to mail_outbox_by_turn`.execute(database);
	await sql`alter index receipt_outbox_by_failure rename to mail_outbox_by_failure`.execute(database);
	await sql`alter table receipt_counts rename to mail_counts`.execute(database);
	await sql`alter table mail_counts rename column receipts to mails`.execute(database);
	await sql`alter index receipt_counts_pkey rename to mail_counts_pkey`.execute(database);
}

/** What is due, and whose card has changed since, is found by an index of its own, however many subscriptions there are. */
async function watchCardExpiry(database: Kysely<unknown>): Promise<void> {
	await sql`
		alter table subscriptions
			add column watched_card_lookup_id text,
			add column expiry_notice_at bigint`.execute(database);
	await sql`
		create index subscriptions_by_unwatched_card on subscriptions (id)
			where status in ('ACTIVE', 'RETRY', 'SUSPENDED', 'PAUSED')
				and watched_card_lookup_id is distinct from card_lookup_id`.execute(database);
	await sql`
		create index subscriptions_by_expiry_notice on subscriptions (expiry_notice_at)
			where status in ('ACTIVE', 'RETRY', 'SUSPENDED', 'PAUSED') and expiry_notice_at is not null`.execute(database);
	// Once for each card and expiry, whichever of its subscriptions comes first.
	await sql`
		create table expiry_notices (
			card_lookup_id text not null references cards (lookup_id) on delete cascade,
			expiry_month text not null,
			expiry_year text not null,
			queued_at bigint not null,
			primary key (card_lookup_id, expiry_year, expiry_month)
		)`.execute(database);
}
