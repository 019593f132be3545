import { type Kysely, sql } from "kysely";

/** In ms. Midnight in every time zone falls on a multiple of it. */
const interval = sql.lit(15 * 60_000);

/** Less than the delay with which payments are summed: see `overview/sum-payments.ts`. */
const lateMs = sql.lit(45 * 60_000);

/**
 * The sums of payments by intervals of 15 minutes, so that an overview does not read every payment of its days. A sale writes nothing
 * here: a job sums them later. A payment that changes or is added after its interval was summed is noted, and the interval counts as not
 * summed until it is summed again. PENDING payments need no note: an interval counts as not summed while it has any.
 */
export async function createOverviewTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table payment_sums (
			merchant_id bigint not null,
			interval_start bigint not null check (interval_start % ${interval} = 0),
			currency text not null,
			pending_count bigint not null,
			approved_count bigint not null,
			approved_cents bigint not null,
			declined_count bigint not null,
			declined_cents bigint not null,
			refunded_count bigint not null,
			refunded_cents bigint not null,
			primary key (merchant_id, interval_start, currency)
		)`.execute(database);
	await sql`
		create index payment_sums_pending on payment_sums (merchant_id, interval_start) where pending_count > 0`.execute(
		database,
	);
	await sql`
		create table payment_sums_progress (
			merchant_id bigint primary key,
			summed_from bigint not null check (summed_from % ${interval} = 0),
			summed_until bigint not null check (summed_until % ${interval} = 0)
		)`.execute(database);
	// Rows are only added and deleted: a note of a transaction that has not committed is never taken for one that was served.
	await sql`
		create table changes_after_summing (
			merchant_id bigint not null,
			id bigint generated always as identity,
			interval_start bigint not null,
			primary key (merchant_id, id)
		)`.execute(database);
	await createTriggers(database);
}

/** An outcome fires neither trigger. The insert of a payment costs a comparison. */
async function createTriggers(database: Kysely<unknown>): Promise<void> {
	await sql`
		create function note_change_after_summing() returns trigger language plpgsql as $$
		begin
			insert into changes_after_summing (merchant_id, interval_start)
			values (new.merchant_id, new.created_at - new.created_at % ${interval});
			return null;
		end $$`.execute(database);
	await sql`
		create trigger voided_after_summing after update of voided_by on transactions
			for each row when (old.voided_by is distinct from new.voided_by)
			execute function note_change_after_summing()`.execute(database);
	// A gateway whose clock is behind adds such a payment, and so does a reconciliation after a restore.
	await sql`
		create trigger added_after_summing after insert on transactions
			for each row when (new.created_at < date_part('epoch', clock_timestamp()) * 1000 - ${lateMs})
			execute function note_change_after_summing()`.execute(database);
}
