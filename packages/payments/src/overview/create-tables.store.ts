import { type Kysely, sql } from "kysely";

/** Midnight in every time zone is a multiple. */
const interval = sql.lit(15 * 60_000);

/** Less than the delay of the sums. */
const lateMs = sql.lit(45 * 60_000);

/**
 * Overviews need not read every payment. A job sums later, so sales write nothing. Later changes are noted; their
 * intervals count as not summed.
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
	// An uncommitted transaction's note is never taken for a served one.
	await sql`
		create table changes_after_summing (
			merchant_id bigint not null,
			id bigint generated always as identity,
			interval_start bigint not null,
			primary key (merchant_id, id)
		)`.execute(database);
	await createTriggers(database);
}

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
	await sql`
		create trigger added_after_summing after insert on transactions
			for each row when (new.created_at < date_part('epoch', clock_timestamp()) * 1000 - ${lateMs})
			execute function note_change_after_summing()`.execute(database);
}
