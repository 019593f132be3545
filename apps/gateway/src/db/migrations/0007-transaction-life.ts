import { type Kysely, sql } from "kysely";

/**
 * What follows a charge: captures, refunds and voids as transactions of their own, what they have reserved on their
 * original, and whose stored card was charged. None of the new columns is indexed, so that writing an outcome still
 * touches no index.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
	await sql`alter table transactions drop constraint transactions_type_check`.execute(database);
	await sql`
		alter table transactions
			add constraint transactions_type_check
				check (type in ('sale', 'authorization', 'capture', 'refund', 'void')),
			add column original_id text,
			add column customer_lookup_id text,
			add column card_lookup_id text,
			add column refunding_cents bigint not null default 0 check (refunding_cents >= 0),
			add column captured_by text,
			add column voided_by text,
			add constraint refunds_within_amount check (refunded_cents + refunding_cents <= amount_cents),
			add constraint follow_up_has_original
				check ((type in ('capture', 'refund', 'void')) = (original_id is not null))`.execute(database);
	await sql`
		create table pending_cards (
			transaction_id text primary key,
			merchant_id bigint not null,
			customer_id bigint not null,
			card_lookup_id text not null,
			card_type text not null,
			card_prefix text not null,
			card_suffix text not null,
			expiry_month text not null,
			expiry_year text not null,
			held_at bigint not null,
			foreign key (merchant_id, customer_id) references customers (merchant_id, id)
		)`.execute(database);
	await sql`create index held_cards_by_card on pending_cards (card_lookup_id)`.execute(database);
	await sql`create index held_cards_by_age on pending_cards (held_at)`.execute(database);
}
