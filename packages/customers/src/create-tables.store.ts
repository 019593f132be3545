import { type Kysely, sql } from "kysely";

/** Customers and their cards without numbers, which the vault stores. */
export async function createCustomerTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table customers (
			id bigint generated always as identity (start with 100001) primary key,
			lookup_id text not null unique,
			merchant_id bigint not null references merchants,
			email text not null,
			first_name text, last_name text, company text, bcc_emails text, telephone text,
			address1 text, address2 text, city text, province text, country text, postal_code text, custom_id text,
			language text,
			metadata jsonb,
			created_at bigint not null,
			erased_at bigint,
			erasure_due_at bigint,
			unique (merchant_id, id)
		)`.execute(database);
	await sql`
		create index customers_to_erase on customers (erasure_due_at) where erasure_due_at is not null`.execute(database);
	await sql`create index customers_by_merchant on customers (merchant_id, created_at desc, id desc)`.execute(database);
	// Each index has the list's order, so that a filter reads only the customers it returns.
	for (const column of ["email", "first_name", "last_name", "company"]) {
		await sql`
			create index ${sql.id(`customers_by_${column}`)}
				on customers (merchant_id, lower(${sql.id(column)}), created_at desc, id desc)`.execute(database);
	}
	await sql`
		create index customers_by_custom_id on customers (merchant_id, lower(custom_id), created_at desc, id desc)
			where custom_id is not null`.execute(database);
	await createCardTables(database);
}

async function createCardTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table cards (
			id bigint generated always as identity (start with 100001) primary key,
			lookup_id text not null unique,
			merchant_id bigint not null,
			customer_id bigint not null,
			card_type text not null,
			card_prefix text not null,
			card_suffix text not null,
			expiry_month text not null,
			expiry_year text not null,
			is_default boolean not null,
			description text,
			network_transaction_id text,
			created_at bigint not null,
			foreign key (merchant_id, customer_id) references customers (merchant_id, id)
		)`.execute(database);
	await sql`create index cards_by_customer on cards (customer_id, id)`.execute(database);
	await sql`create unique index one_default_card_per_customer on cards (customer_id) where is_default`.execute(
		database,
	);
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
			pending_since bigint not null,
			foreign key (merchant_id, customer_id) references customers (merchant_id, id)
		)`.execute(database);
	await sql`create index pending_cards_by_card on pending_cards (card_lookup_id)`.execute(database);
	await sql`create index pending_cards_by_age on pending_cards (pending_since)`.execute(database);
	// Null for tokens made without the hosted form; a unique constraint allows any number of nulls.
	await sql`
		create table used_card_tokens (
			fingerprint bytea primary key,
			expires_at bigint not null,
			session_id bytea constraint one_token_per_session unique
		)`.execute(database);
	await sql`create index used_card_tokens_by_expiry on used_card_tokens (expires_at)`.execute(database);
}
