import { type RawBuilder, sql } from "kysely";
import { firstMidnight } from "../db/calendar/days.ts";
import type { Database } from "../db/database.ts";
import { figureColumns, figuresOfPayments, intervalMs, unsummedIntervals } from "./payment-sums.store.ts";
import type { Figures } from "./tables.ts";

export interface DayFigures extends Figures {
	/** YYYY-MM-DD in the merchant's time zone. */
	date: string;
	currency: string;
}

export interface FigureRange {
	merchantId: number;
	/** IANA name. */
	timeZone: string;
	/** YYYY-MM-DD, inclusive. */
	from: string;
	to: string;
}

/** One statement, so that no change is missed or counted twice. */
export async function sumDays(
	database: Database,
	{ merchantId, timeZone, from, to }: FigureRange,
): Promise<DayFigures[]> {
	const midnight = (day: RawBuilder<unknown>) => firstMidnight(day, sql`${timeZone}::text`);
	const payments = (begin: RawBuilder<unknown>, end: RawBuilder<unknown>) => sql`
		select currency, ${figuresOfPayments()} from transactions
		where merchant_id = ${merchantId} and created_at >= ${begin} and created_at < ${end}
		group by currency`;
	const sums = figureColumns.map((column) => sql`sum(${sql.ref(column)})::bigint as ${sql.ref(column)}`);
	// Reads day by day: PostgreSQL would otherwise sort the rows of all days.
	const { rows } = await sql<DayFigures>`
		with unsummed as materialized (${unsummedIntervals(merchantId)}),
		progress as materialized (
			select coalesce(max(summed_from), 0) as summed_from, coalesce(max(summed_until), 0) as summed_until
			from payment_sums_progress where merchant_id = ${merchantId}
		)
		select to_char(day, 'YYYY-MM-DD') as date, figures.*
		from progress, generate_series(0, ${to}::date - ${from}::date) as place
		cross join lateral (select ${from}::date + place as day) as days
		cross join lateral (select ${midnight(sql`day`)} as begins, ${midnight(sql`day + 1`)} as ends) as limits
		cross join lateral (
			select currency, ${sql.join(sums)} from (
				${payments(sql`begins`, sql`least(ends, summed_from)`)}
				union all
				select currency, ${sql.join(figureColumns.map((column) => sql.ref(column)))} from payment_sums
				where merchant_id = ${merchantId}
					and interval_start >= greatest(begins, summed_from) and interval_start < least(ends, summed_until)
					and interval_start not in (select interval_start from unsummed)
				union all
				select part.* from unsummed cross join lateral (
					${payments(sql`interval_start`, sql`interval_start + ${sql.lit(intervalMs)}`)}
				) as part
				where interval_start >= greatest(begins, summed_from) and interval_start < least(ends, summed_until)
				union all
				${payments(sql`greatest(begins, summed_until)`, sql`ends`)}
			) as parts
			group by currency
		) as figures`.execute(database);
	return rows;
}
