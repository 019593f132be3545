import { type Kysely, sql } from "kysely";

/** Card transactions, the pending ones, and the declined ones. */
export async function createPaymentTables(database: Kysely<unknown>): Promise<void> {
	await createTransactionTables(database);
	await createTransactionIndexes(database);
	await sql`
		create table pending_transactions (
			transaction_id text primary key,
			waits_until bigint not null,
			next_inquiry_at bigint not null,
			inquiries integer not null default 0,
			state text not null default 'waiting'
				check (state in ('waiting', 'unreachable', 'accepted', 'unknown', 'differs')),
			is_told boolean not null default false
		)`.execute(database);
	await sql`
		create index pending_transactions_attention on pending_transactions (transaction_id)
		where state in ('unknown', 'differs')`.execute(database);
	// No index of transactions may contain the status, which changes with the outcome. Lists find pending and declined
	// transactions in these two tables; an approval costs nothing extra.
	await sql`
		create table declined_transactions (
			merchant_id bigint not null,
			id bigint not null,
			primary key (merchant_id, id)
		)`.execute(database);
}

/**
 * An outcome changes no indexed column and stays on the row's page, so PostgreSQL updates no index (a HOT update).
 * There is no foreign key to merchants: every charge would lock the merchant's row.
 *
 * The fill factor leaves half of a page for outcomes. Charges are written in batches: at 85, a third of the outcomes
 * found their page full and updated every index.
 */
async function createTransactionTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table transactions (
			id bigint generated always as identity (start with 100001) primary key,
			transaction_id text not null unique,
			merchant_id bigint not null,
			type text not null check (type in ('sale', 'authorization', 'capture', 'refund', 'void')),
			processor text not null,
			processor_account text,
			status text not null check (status in ('PENDING', 'APPROVED', 'DECLINED')),
			original_id text,
			customer_lookup_id text,
			card_lookup_id text,
			subscription_lookup_id text,
			amount_cents bigint not null check (amount_cents > 0),
			refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
			refunding_cents bigint not null default 0 check (refunding_cents >= 0),
			captured_by text,
			voided_by text,
			currency text not null,
			captured boolean not null,
			card_type text not null,
			card_suffix text not null,
			card_expiry text not null,
			channel text not null,
			user_id bigint,
			email text, first_name text, last_name text, company text, bcc_emails text, telephone text,
			address1 text, address2 text, city text, province text, country text, postal_code text, custom_id text,
			language text,
			invoice_id text,
			metadata jsonb,
			sending_receipt boolean not null,
			test_mode boolean not null,
			message text,
			decline_class text check (decline_class in ('soft', 'hard', 'data')),
			decline_code text,
			advice_code text,
			is_protected boolean not null default false,
			card_testing_reason text,
			avs_result text,
			cvv_result text,
			issuer_code text,
			network_transaction_id text,
			processor_auth_code text,
			processor_transaction_id text,
			created_at bigint not null,
			decided_at bigint,
			check ((status = 'PENDING') = (decided_at is null)),
			constraint refunds_within_amount check (refunded_cents + refunding_cents <= amount_cents),
			constraint original_of_capture_refund_void
				check ((type in ('capture', 'refund', 'void')) = (original_id is not null))
		) with (fillfactor = 50)`.execute(database);
}

/**
 * Indexes of the transaction lists. Each one slows down every sale, so only filters that may match few rows have one;
 * see `db/newest-first.ts`. None contains a column that an outcome changes.
 */
async function createTransactionIndexes(database: Kysely<unknown>): Promise<void> {
	await sql`
		create index transactions_by_merchant on transactions (merchant_id, created_at desc, id desc)`.execute(database);
	// In the list's order, so that one page of a common value reads one page of rows. Rows without a value are left
	// out.
	for (const column of ["email", "first_name", "last_name", "custom_id"]) {
		const name = sql.id(column);
		await sql`
			create index ${sql.id(`transactions_by_${column}`)}
				on transactions (merchant_id, lower(${name}), created_at desc, id desc)
				where ${name} is not null`.execute(database);
	}
	await sql`
		create index transactions_by_invoice on transactions (merchant_id, lower(invoice_id), created_at desc, id desc)
			where invoice_id is not null`.execute(database);
	await sql`
		create index transactions_by_user on transactions (merchant_id, user_id, created_at desc, id desc)
			where user_id is not null`.execute(database);
	await sql`
		create index transactions_by_channel on transactions (merchant_id, channel, created_at desc, id desc)`.execute(
		database,
	);
	await sql`
		create index transactions_by_card_suffix
			on transactions (merchant_id, card_suffix, created_at desc, id desc)`.execute(database);
	await sql`
		create index transactions_by_customer
			on transactions (merchant_id, customer_lookup_id, created_at desc, id desc)
			where customer_lookup_id is not null`.execute(database);
	for (const name of ["card", "subscription"]) {
		const column = sql.id(`${name}_lookup_id`);
		await sql`
			create index ${sql.id(`transactions_by_${name}`)}
				on transactions (merchant_id, ${column}, created_at desc, id desc)
				where ${column} is not null`.execute(database);
	}
	// Neither the default currency nor sales, which are most rows, are in these.
	await sql`
		create index transactions_by_currency on transactions (merchant_id, currency, created_at desc, id desc)
			where currency <> 'CAD'`.execute(database);
	await sql`
		create index transactions_by_type on transactions (merchant_id, type, created_at desc, id desc)
			where type <> 'sale'`.execute(database);
	// A range of amounts is not ordered by time. The id lets PostgreSQL count from the index alone.
	await sql`create index transactions_by_amount on transactions (merchant_id, amount_cents, id)`.execute(database);
	await sql`
		create index transactions_by_original on transactions (original_id) where original_id is not null`.execute(
		database,
	);
}
