import { type Kysely, sql } from "kysely";

/** Requests for money, and what payers agreed to. */
export async function up(database: Kysely<unknown>): Promise<void> {
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
	await protectMandates(database);
}

/** It is the merchant's proof when a payer disputes the payment: no mistake of ours may change or lose it. */
async function protectMandates(database: Kysely<unknown>): Promise<void> {
	await sql`
		create function refuse_mandate_change() returns trigger language plpgsql as $$
		begin
			raise exception 'What a payer agreed to is never changed or deleted.' using errcode = 'restrict_violation';
		end $$`.execute(database);
	await sql`
		create trigger never_changed before update or delete or truncate on eft_mandates
			for each statement execute function refuse_mandate_change()`.execute(database);
}
