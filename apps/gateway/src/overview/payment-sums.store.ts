import { type RawBuilder, sql } from "kysely";
import type { Database } from "../db/database.ts";
import { deleteInSlices } from "../db/delete-in-slices.ts";
import type { Figures } from "./tables.ts";

/** Midnight in every time zone falls on a multiple of it. */
export const intervalMs = 15 * 60_000;

/** Both are multiples of an interval. */
export interface Summed {
	from: number;
	until: number;
}

const conditions = {
	approved: sql`status = 'APPROVED' and type in ('sale', 'capture') and voided_by is null`,
	declined: sql`status = 'DECLINED' and type in ('sale', 'authorization')`,
	refunded: sql`status = 'APPROVED' and type = 'refund'`,
};

export const figureColumns = Object.keys(conditions).flatMap(
	(kind) => [`${kind}_count`, `${kind}_cents`] as (keyof Figures)[],
);

/** Approved: sales and captures that were not voided. Declined: sales and authorizations. */
export function figuresOfPayments(): RawBuilder<unknown> {
	return sql.join(
		Object.entries(conditions).map(
			([kind, condition]) => sql`
				count(*) filter (where ${condition}) as ${sql.ref(`${kind}_count`)},
				coalesce(sum(amount_cents) filter (where ${condition}), 0)::bigint as ${sql.ref(`${kind}_cents`)}`,
		),
	);
}

/** Selects intervals that were noted, or have PENDING payments. */
export function unsummedIntervals(
	merchantId: number,
	noted = sql`select interval_start from changes_after_summing where merchant_id = ${merchantId}`,
): RawBuilder<unknown> {
	return sql`
		${noted}
		union
		select interval_start from payment_sums where merchant_id = ${merchantId} and pending_count > 0`;
}

/** `settled` is when every transaction has ended: one that waits for a standby may add a payment. */
export async function readTimes(database: Database): Promise<{ now: number; settled: number }> {
	const { rows } = await sql<{ now: number; settled: number }>`
		select (extract(epoch from now()) * 1000)::bigint as now, (extract(epoch from least(
			now(),
			(select min(xact_start) from pg_stat_activity where backend_xid is not null and datname = current_database())
		)) * 1000)::bigint as settled`.execute(database);
	return rows[0] as { now: number; settled: number };
}

/** Returns `undefined` while another gateway has the sums. */
export async function lockSums(transaction: Database, merchantId: number): Promise<Summed | undefined> {
	await sql`
		insert into payment_sums_progress (merchant_id, summed_from, summed_until) values (${merchantId}, 0, 0)
		on conflict do nothing`.execute(transaction);
	const { rows } = await sql<Summed>`
		select summed_from as "from", summed_until as "until" from payment_sums_progress
		where merchant_id = ${merchantId} for update skip locked`.execute(transaction);
	return rows[0];
}

export async function takeUnsummed(
	transaction: Database,
	merchantId: number,
	{ from, until }: Summed,
): Promise<number[]> {
	const { rows } = await sql<{ interval_start: number }>`
		with taken as (delete from changes_after_summing where merchant_id = ${merchantId} returning interval_start)
		select interval_start from (${unsummedIntervals(merchantId, sql`select interval_start from taken`)}) as unsummed
		where interval_start >= ${from}::bigint and interval_start < ${until}::bigint`.execute(transaction);
	return rows.map(({ interval_start }) => interval_start);
}

/** Replaces their former sums. */
export async function sumIntervals(transaction: Database, merchantId: number, starts: number[]): Promise<void> {
	if (starts.length === 0) return;
	await sql`
		delete from payment_sums
		where merchant_id = ${merchantId} and interval_start = any(${starts}::bigint[])`.execute(transaction);
	await sql`
		insert into payment_sums (
			merchant_id, interval_start, currency, pending_count, ${sql.join(figureColumns.map((column) => sql.ref(column)))}
		)
		select ${merchantId}::bigint, part.*
		from unnest(${starts}::bigint[]) as start cross join lateral (
			select start, currency, count(*) filter (where status = 'PENDING'), ${figuresOfPayments()} from transactions
			where merchant_id = ${merchantId} and created_at >= start and created_at < start + ${sql.lit(intervalMs)}
			group by currency
		) as part`.execute(transaction);
}

export async function storeProgress(transaction: Database, merchantId: number, { from, until }: Summed): Promise<void> {
	await sql`
		update payment_sums_progress set summed_from = ${from}::bigint, summed_until = ${until}::bigint
		where merchant_id = ${merchantId}`.execute(transaction);
	await sql`
		delete from payment_sums where merchant_id = ${merchantId} and interval_start < ${from}::bigint`.execute(
		transaction,
	);
}

/** Deletes sums made while a clock was ahead. */
export async function forgetSumsAfter(database: Database, until: number): Promise<void> {
	await sql`
		with forgotten as (
			delete from payment_sums_progress where summed_until > ${until}::bigint returning merchant_id
		)
		delete from payment_sums using forgotten where payment_sums.merchant_id = forgotten.merchant_id`.execute(database);
}

/** The time is before all sums. */
export async function deleteOldChanges(database: Database, before: number): Promise<void> {
	await deleteInSlices(database, "changes_after_summing", sql`interval_start < ${before}::bigint`, {
		skipsLocked: true,
	});
}
