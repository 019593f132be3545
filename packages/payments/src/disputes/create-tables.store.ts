import { type Kysely, sql } from "kysely";

export async function createDisputes(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table disputes (
			id bigint generated always as identity (start with 100001) primary key,
			dispute_id text not null unique,
			merchant_id bigint not null references merchants,
			processor text not null,
			account text not null,
			processor_dispute_id text not null,
			transaction_id text not null,
			state text not null check (state in ('open', 'under_review', 'won', 'lost', 'accepted')),
			amount_cents bigint not null check (amount_cents > 0),
			currency text not null,
			reason_code text not null,
			evidence_due_at bigint,
			created_at bigint not null,
			state_at bigint not null,
			unique (merchant_id, processor, account, processor_dispute_id)
		)`.execute(database);
	await sql`
		create index disputes_by_merchant on disputes (merchant_id, created_at desc, id desc)`.execute(database);
	await sql`create index disputes_by_transaction on disputes (merchant_id, transaction_id)`.execute(database);
	await sql`
		create index disputes_undecided on disputes (merchant_id, evidence_due_at)
			where state in ('open', 'under_review')`.execute(database);
	await sql`
		create table dispute_answers (
			merchant_id bigint not null references merchants,
			dispute bigint not null references disputes,
			kind text not null check (kind in ('accept', 'evidence')),
			evidence jsonb,
			asked_at bigint not null,
			next_attempt_at bigint not null,
			attempts integer not null default 0,
			sent_at bigint,
			refusal text,
			primary key (merchant_id, dispute),
			check (kind = 'evidence' or evidence is null),
			check (sent_at is null or refusal is null)
		)`.execute(database);
	await sql`
		create index dispute_answers_to_send on dispute_answers (next_attempt_at)
			where sent_at is null and refusal is null`.execute(database);
}
