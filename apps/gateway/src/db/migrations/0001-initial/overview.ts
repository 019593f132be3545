import { type Kysely, sql } from "kysely";

/**
 * The sums of payments by quarter of an hour, so that an overview does not read every payment of its days. A sale writes nothing
 * here: an overview sums the quarters that have ended since the last one. A payment that changes later than usual is noted, and
 * its quarter is summed again.
 */
export async function createOverviewTables(database: Kysely<unknown>): Promise<void> {
	await sql`
		create table payment_sums (
			merchant_id bigint not null,
			quarter bigint not null check (quarter % 900000 = 0),
			currency text not null,
			approved_count bigint not null,
			approved_cents bigint not null,
			declined_count bigint not null,
			declined_cents bigint not null,
			refunded_count bigint not null,
			refunded_cents bigint not null,
			primary key (merchant_id, quarter, currency)
		)`.execute(database);
	await sql`
		create table summed_payments (
			merchant_id bigint primary key,
			through bigint not null check (through % 900000 = 0)
		)`.execute(database);
	// Rows are only added and deleted: a note that waits for its transaction is never taken for one that was served.
	await sql`
		create table late_payment_changes (
			merchant_id bigint not null,
			id bigint generated always as identity,
			quarter bigint not null,
			primary key (merchant_id, id)
		)`.execute(database);
	await createTrigger(database);
}

/**
 * Notes a change that may come after its quarter was summed, which is an hour after its end: by business time, or by the
 * database's clock when a gateway's is behind. A void is always noted. Most outcomes come at once and cost a comparison.
 */
async function createTrigger(database: Kysely<unknown>): Promise<void> {
	await sql`
		create function note_late_payment_change() returns trigger language plpgsql as $$
		begin
			insert into late_payment_changes (merchant_id, quarter)
			values (new.merchant_id, new.created_at - new.created_at % 900000);
			return null;
		end $$`.execute(database);
	const lateMs = sql.lit(45 * 60_000);
	await sql`
		create trigger payment_changed_late after update of status, voided_by on transactions
			for each row when (
				old.voided_by is distinct from new.voided_by
				or old.status <> new.status and (
					new.decided_at - new.created_at > ${lateMs}
					or new.created_at < date_part('epoch', clock_timestamp()) * 1000 - ${lateMs}
				)
			)
			execute function note_late_payment_change()`.execute(database);
}
