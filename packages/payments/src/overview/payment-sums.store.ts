import { type Database, deleteInSlices, firstMidnight, lockKeyOf } from "@cardseal/platform/db";
import { type RawBuilder, sql } from "kysely";

/** Ms since 1970, from midnight to midnight in the merchant's time zone. */
export interface Day {
	begins: number;
	ends: number;
}

const conditions = {
	approved: sql`status = 'APPROVED' and type in ('sale', 'capture') and voided_by is null`,
	declined: sql`status = 'DECLINED' and type in ('sale', 'authorization')`,
	refunded: sql`status = 'APPROVED' and type = 'refund'`,
};

type Figure = `${keyof typeof conditions}_${"count" | "cents"}`;

export type Figures = Record<Figure, number>;

export const figureNames = Object.keys(conditions).flatMap((kind) => [`${kind}_count`, `${kind}_cents`] as Figure[]);

export const figureColumns = sql.join(figureNames.map((column) => sql.ref(column)));

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

/** `settled` is when every transaction has ended: one that waits for a standby may add a payment. */
export async function readTimes(database: Database): Promise<{ now: number; settled: number }> {
	const { rows } = await sql<{ now: number; settled: number }>`
		select (extract(epoch from now()) * 1000)::bigint as now, (extract(epoch from least(
			now(),
			(select min(xact_start) from pg_stat_activity where backend_xid is not null and datname = current_database())
		)) * 1000)::bigint as settled`.execute(database);
	return rows[0] as { now: number; settled: number };
}

/** Without it, a sum that was read before a change could be stored after the change's note was taken. */
export async function lockSums(transaction: Database, merchantId: number): Promise<void> {
	await sql`select pg_advisory_xact_lock(${lockKeyOf(`payment sums of ${merchantId}`)})`.execute(transaction);
}

/** Takes the notes of late changes, and deletes the sums that they are about. */
export async function deleteChangedSums(transaction: Database, merchantId: number): Promise<void> {
	await sql`
		with taken as (delete from changes_after_summing where merchant_id = ${merchantId} returning interval_start)
		delete from payment_day_sums using taken
		where merchant_id = ${merchantId} and begins_at <= interval_start and interval_start < ends_at`.execute(
		transaction,
	);
}

/** Lists days with payments, the last before `end`, newest first. */
export async function listUnsummedDays(
	database: Database,
	merchantId: number,
	{ end, count }: { end: number; count: number },
): Promise<Day[]> {
	const midnight = (day: RawBuilder<unknown>) => firstMidnight(day, sql`time_zone`);
	const { rows } = await sql<Day>`
		select begins, ends from merchants
		cross join lateral (select (to_timestamp(${end}::bigint / 1000.0) at time zone time_zone)::date as today) as clock
		cross join generate_series(1, ${count}::int) as age
		cross join lateral (
			select ${midnight(sql`today - age`)} as begins, ${midnight(sql`today - age + 1`)} as ends
		) as days
		where merchants.id = ${merchantId}
			and exists (
				select from transactions where merchant_id = merchants.id and created_at >= begins and created_at < ends
			)
			and not exists (
				select from payment_day_sums where merchant_id = merchants.id and begins_at = begins and ends_at = ends
			)
		order by age`.execute(database);
	return rows;
}

/** Skips a day that has PENDING payments or that another gateway has summed. */
export async function sumDay(transaction: Database, merchantId: number, { begins, ends }: Day): Promise<void> {
	await sql`
		with parts as materialized (
			select currency, count(*) filter (where status = 'PENDING') as pending, ${figuresOfPayments()} from transactions
			where merchant_id = ${merchantId} and created_at >= ${begins} and created_at < ${ends}
				and not exists (
					select from payment_day_sums where merchant_id = ${merchantId} and begins_at = ${begins} and ends_at = ${ends}
				)
			group by currency
		)
		insert into payment_day_sums (merchant_id, begins_at, ends_at, currency, ${figureColumns})
		select ${merchantId}::bigint, ${begins}::bigint, ${ends}::bigint, currency, ${figureColumns} from parts
		where not exists (select from parts where pending > 0)`.execute(transaction);
}

/** Deletes sums made while a clock was ahead. */
export async function deleteSumsAfter(database: Database, until: number): Promise<void> {
	await sql`delete from payment_day_sums where ends_at > ${until}::bigint`.execute(database);
}

/** A sum is deleted before the notes about it. */
export async function deleteOldSums(database: Database, before: number): Promise<void> {
	await deleteInSlices(database, "payment_day_sums", sql`begins_at < ${before}::bigint`, { skipsLocked: true });
	await deleteInSlices(database, "changes_after_summing", sql`interval_start < ${before}::bigint`, {
		skipsLocked: true,
	});
}
