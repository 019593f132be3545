import { type Kysely, sql } from "kysely";

/** Notices of processors and settlements. */
export async function createSettlementTables(database: Kysely<unknown>): Promise<void> {
	await createNoticeTables(database);
	await createSettlements(database);
}

async function createNoticeTables(database: Kysely<unknown>): Promise<void> {
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

async function createSettlements(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table settlements (
			id bigint generated always as identity (start with 100001) primary key,
			settlement_id text not null unique,
			merchant_id bigint not null references merchants,
			processor text not null,
			account text not null,
			processor_settlement_id text not null,
			currency text not null,
			amount_cents bigint not null,
			fee_cents bigint not null,
			net_cents bigint not null check (net_cents = amount_cents - fee_cents),
			items integer not null check (items > 0),
			content_hash bytea not null check (length(content_hash) = 32),
			created_at bigint not null,
			recorded_at bigint not null,
			unique (merchant_id, processor, account, processor_settlement_id)
		)`.execute(database);
	await sql`
		create index settlements_by_merchant on settlements (merchant_id, created_at desc, id desc)`.execute(database);
	await sql`
		create table settlement_items (
			merchant_id bigint not null references merchants,
			settlement bigint not null references settlements,
			item_id text not null,
			kind text not null
				check (kind in ('payment', 'refund', 'dispute', 'dispute_reversal', 'fee', 'adjustment')),
			reference text,
			amount_cents bigint not null,
			fee_cents bigint not null check (fee_cents >= 0),
			happened_at bigint not null,
			primary key (merchant_id, settlement, item_id)
		)`.execute(database);
	await sql`
		create index settlement_items_by_reference on settlement_items (merchant_id, reference)
			where reference is not null`.execute(database);
}

/** The postings of settlements and lost disputes. Like those of wallets, they balance and never change. */
export async function createCardLedger(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table card_postings (
			id bigint generated always as identity primary key,
			merchant_id bigint not null references merchants,
			reason text not null check (reason in ('settlement', 'dispute_lost', 'dispute_regained')),
			settlement bigint unique references settlements,
			dispute bigint references disputes,
			made_at bigint not null,
			check ((reason = 'settlement') = (settlement is not null)),
			check ((settlement is null) = (dispute is not null))
		)`.execute(database);
	await sql`
		create table card_entries (
			merchant_id bigint not null references merchants,
			posting_id bigint not null references card_postings,
			account text not null
				check (account in ('bank', 'fees', 'card_receivable', 'disputed', 'dispute_losses', 'adjustments')),
			currency text not null,
			cents bigint not null check (cents <> 0),
			primary key (merchant_id, posting_id, account)
		)`.execute(database);
	await sql`
		create function refuse_unbalanced_card_posting() returns trigger language plpgsql as $$
		begin
			if exists (
				select from added group by posting_id
				having sum(cents) <> 0 or count(distinct currency) > 1
					or count(*) <> (
						select count(*) from card_entries
						where (merchant_id, posting_id) = (min(added.merchant_id), added.posting_id)
					)
			) then
				raise exception 'The entries of a posting come together and sum to zero.' using errcode = 'check_violation';
			end if;
			return null;
		end $$`.execute(database);
	for (const table of ["card_postings", "card_entries"]) {
		await sql`
			create trigger never_changed before update or delete or truncate on ${sql.id(table)}
				for each statement execute function refuse_ledger_change()`.execute(database);
	}
	await sql`
		create trigger balanced after insert on card_entries referencing new table as added
			for each statement execute function refuse_unbalanced_card_posting()`.execute(database);
}
