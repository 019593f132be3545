import { type Kysely, sql } from "kysely";

/** Wallets: their transactions, ledger and linked bank accounts, requests for payment, and the demo rail. */
export async function createEftTables(database: Kysely<unknown>): Promise<void> {
	await createTransactionTables(database);
	await createLedgerTables(database);
	await protectLedger(database);
	await createRequestTables(database);
	await protectMandates(database);
	await createLinkedAccountTables(database);
	await createLimitTables(database);
	await createDemoRailTables(database);
}

async function createTransactionTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table eft_transactions (
			id bigint generated always as identity (start with 100001) primary key,
			transaction_id text not null unique,
			merchant_id bigint not null references merchants,
			kind text not null check (kind in ('request', 'send', 'deposit', 'payment')),
			type text not null check (type = case kind when 'request' then 'EFT_CREDIT' else 'EFT_DEBIT' end),
			customer_lookup_id text,
			email text, first_name text, last_name text, province text, country text,
			amount_cents bigint not null check (amount_cents > 0),
			description text,
			metadata jsonb,
			pays text unique references eft_transactions (transaction_id),
			result text not null check (result in ('PENDING', 'APPROVED', 'DECLINED')),
			message text,
			return_code text check (return_code ~ '^[0-9]{3}$'),
			rail text check (rail in ('demo', 'aft')),
			party_name text,
			bank_account_id text,
			masked_account text,
			created_at bigint not null,
			submitted_at bigint,
			settled_at bigint,
			returned_at bigint,
			approval text check (approval in ('WAITING', 'APPROVED', 'REJECTED', 'EXPIRED')),
			check (approval is null or approval = 'APPROVED' or submitted_at is null),
			check ((approval in ('REJECTED', 'EXPIRED')) <= (result = 'DECLINED' and rail is null)),
			check ((kind = 'payment') = (pays is not null)),
			check ((rail is null) = (party_name is null) and (rail is not null or bank_account_id is null)),
			check (rail is null or bank_account_id is not null or settled_at is not null or returned_at is not null),
			check ((return_code is null) = (returned_at is null)),
			check (return_code is null or result = 'DECLINED')
		)`.execute(database);
	await sql`
		create index eft_transactions_by_merchant on eft_transactions (merchant_id, created_at desc, id desc)`.execute(
		database,
	);
	await sql`
		create index eft_transactions_with_account on eft_transactions (bank_account_id)
			where bank_account_id is not null`.execute(database);
	await sql`
		create index eft_transactions_to_submit on eft_transactions (id)
			where rail is not null and submitted_at is null and approval is distinct from 'WAITING'`.execute(database);
	await sql`
		create table eft_approvals (
			transaction_id text primary key references eft_transactions (transaction_id),
			merchant_id bigint not null references merchants,
			asked_by bigint references staff,
			client_id text,
			payee_fingerprint bytea not null,
			institution_number text not null check (institution_number ~ '^[0-9]{3}$'),
			expires_at bigint not null,
			decided_by bigint references staff,
			decided_at bigint,
			check (decided_by is null or decided_by is distinct from asked_by),
			check (decided_by is null or decided_at is not null)
		)`.execute(database);
	await sql`
		create index eft_approvals_waiting on eft_approvals (expires_at) where decided_at is null`.execute(database);
	await sql`
		create index eft_approvals_by_merchant on eft_approvals (merchant_id, expires_at)
			where decided_at is null`.execute(database);
	await sql`create index eft_approvals_decided on eft_approvals (merchant_id, decided_at)`.execute(database);
}

async function createLedgerTables(database: Kysely<unknown>): Promise<void> {
	// A wallet owes money only while its available balance is zero: incoming funds repay the debt first.
	await sql`
		create table eft_wallets (
			merchant_id bigint primary key references merchants,
			actual_cents bigint not null default 0 check (actual_cents >= 0),
			held_cents bigint not null default 0 check (held_cents >= 0),
			uncleared_cents bigint not null default 0 check (uncleared_cents >= 0),
			owed_cents bigint not null default 0 check (owed_cents >= 0),
			check (actual_cents - held_cents - uncleared_cents >= 0),
			check (owed_cents = 0 or actual_cents = held_cents + uncleared_cents)
		) with (fillfactor = 70)`.execute(database);
	await sql`
		create table eft_postings (
			id bigint generated always as identity primary key,
			transaction_id text references eft_transactions (transaction_id),
			reason text not null check (reason in ('opening', 'payment', 'return', 'advance', 'repayment')),
			reverses bigint unique references eft_postings,
			made_at bigint not null,
			check ((reason = 'opening') = (transaction_id is null)),
			check ((reason = 'return') = (reverses is not null))
		)`.execute(database);
	// A transaction's funds move once, even if its outcome is recorded twice.
	await sql`
		create unique index eft_postings_move_once on eft_postings (transaction_id) where reason = 'payment'`.execute(
		database,
	);
	await sql`
		create table eft_entries (
			posting_id bigint not null references eft_postings,
			merchant_id bigint not null references eft_wallets,
			account text not null check (account in ('wallet', 'rail', 'opening', 'owed')),
			cents bigint not null check (cents <> 0),
			primary key (posting_id, merchant_id, account)
		)`.execute(database);
	await sql`create index eft_entries_by_merchant on eft_entries (merchant_id, posting_id)`.execute(database);
	await sql`
		create table eft_holds (
			transaction_id text primary key references eft_transactions (transaction_id),
			merchant_id bigint not null references eft_wallets,
			kind text not null check (kind in ('outgoing', 'uncleared')),
			cents bigint not null check (cents > 0)
		)`.execute(database);
}

/** Postings never change; a mistaken one is reversed. */
async function protectLedger(database: Kysely<unknown>): Promise<void> {
	await sql`
		create function refuse_ledger_change() returns trigger language plpgsql as $$
		begin
			raise exception 'Postings are never changed: post one that reverses it.' using errcode = 'restrict_violation';
		end $$`.execute(database);
	await sql`
		create function refuse_unbalanced_posting() returns trigger language plpgsql as $$
		begin
			if exists (
				select from added group by posting_id
				having sum(cents) <> 0
					or count(*) <> (select count(*) from eft_entries where posting_id = added.posting_id)
			) then
				raise exception 'The entries of a posting come together and sum to zero.' using errcode = 'check_violation';
			end if;
			return null;
		end $$`.execute(database);
	for (const table of ["eft_postings", "eft_entries"]) {
		await sql`
			create trigger never_changed before update or delete or truncate on ${sql.id(table)}
				for each statement execute function refuse_ledger_change()`.execute(database);
	}
	await sql`
		create trigger balanced after insert on eft_entries referencing new table as added
			for each statement execute function refuse_unbalanced_posting()`.execute(database);
}

async function createRequestTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table eft_requests (
			transaction_id text primary key references eft_transactions (transaction_id),
			processor_transaction_id text not null unique check (processor_transaction_id ~ '^PAY[0-9]{8}$'),
			payer_merchant_id bigint references merchants,
			expires_at bigint not null,
			answer text check (answer in ('accepted', 'declined', 'expired')),
			answered_at bigint,
			check ((answer is null) = (answered_at is null))
		)`.execute(database);
	await sql`create index eft_requests_by_expiry on eft_requests (expires_at) where answer is null`.execute(database);
	await sql`
		create index eft_requests_by_payer on eft_requests (payer_merchant_id, expires_at desc)
			where payer_merchant_id is not null`.execute(database);
	await sql`
		create table eft_mandates (
			transaction_id text primary key references eft_requests,
			holder_name text not null,
			masked_account text not null,
			language text not null check (language in ('en', 'fr')),
			agreement text not null,
			agreement_hash bytea not null check (octet_length(agreement_hash) = 32),
			agreed_at bigint not null,
			client_address text not null,
			user_agent text not null
		)`.execute(database);
}

/** A mandate proves that the payer agreed, so it can be neither changed nor deleted, only erased. */
async function protectMandates(database: Kysely<unknown>): Promise<void> {
	await sql`
		create function refuse_mandate_change() returns trigger language plpgsql as $$
		begin
			raise exception 'What a payer agreed to is never changed or deleted.' using errcode = 'restrict_violation';
		end $$`.execute(database);
	await sql`
		create trigger never_deleted before delete or truncate on eft_mandates
			for each statement execute function refuse_mandate_change()`.execute(database);
	// Personal data is erased as a whole: what stays tells that an agreement was made, when, and its hash.
	await sql`
		create trigger never_changed before update on eft_mandates for each row
			when ((new.transaction_id, new.language, new.agreement_hash, new.agreed_at)
					is distinct from (old.transaction_id, old.language, old.agreement_hash, old.agreed_at)
				or new.holder_name || new.masked_account || new.agreement || new.client_address || new.user_agent <> '')
			execute function refuse_mandate_change()`.execute(database);
}

async function createLinkedAccountTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table eft_linked_accounts (
			merchant_id bigint primary key references merchants,
			bank_account_id text not null,
			masked_account text not null,
			institution_number text not null,
			holder_name text not null,
			warnings jsonb not null,
			linked_at bigint not null
		)`.execute(database);
}

/** Limits of outgoing payments, and the accounts that were paid. */
async function createLimitTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table eft_send_limits (
			merchant_id bigint not null references merchants,
			name text not null check (name in ('per_payment', 'per_day', 'per_new_payee', 'confirm_above', 'approve_above')),
			cents bigint not null check (cents > 0),
			next_cents bigint check (next_cents > cents),
			next_at bigint,
			primary key (merchant_id, name),
			check ((next_cents is null) = (next_at is null))
		)`.execute(database);
	await sql`
		create table eft_payees (
			merchant_id bigint not null references merchants,
			fingerprint bytea not null,
			first_paid_at bigint not null,
			paid_cents bigint not null,
			primary key (merchant_id, fingerprint)
		)`.execute(database);
}

/** The demo rail simulates the bank. It has its own schema, so that its journal can be compared with the ledger. */
async function createDemoRailTables(database: Kysely<unknown>): Promise<void> {
	await sql`create schema demo_rail`.execute(database);
	await sql`
		create table demo_rail.journal (
			reference text primary key,
			direction text not null check (direction in ('credit', 'debit')),
			amount_cents bigint not null check (amount_cents > 0),
			received_at bigint not null
		)`.execute(database);
	await sql`
		create table demo_rail.outcomes (
			reference text not null references demo_rail.journal,
			result text not null check (result in ('settled', 'returned')),
			return_code text,
			due_at bigint not null,
			acknowledged boolean not null default false,
			primary key (reference, result),
			check ((result = 'returned') = (return_code is not null))
		)`.execute(database);
	await sql`
		create index demo_rail_outcomes_to_come on demo_rail.outcomes (due_at, reference, result)
			where not acknowledged`.execute(database);
}
