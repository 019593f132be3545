import { type RawBuilder, sql } from "kysely";
import type { Database } from "../db/database.ts";

/** The totals of a merchant's payments on one day in one currency. */
export interface DayFigures {
	/** YYYY-MM-DD in the merchant's time zone. */
	date: string;
	currency: string;
	approved_count: number;
	approved_cents: number;
	declined_count: number;
	declined_cents: number;
	refunded_count: number;
	refunded_cents: number;
}

export interface FigureRange {
	merchantId: number;
	/** IANA name. */
	timeZone: string;
	/** YYYY-MM-DD, inclusive. */
	from: string;
	to: string;
}

/**
 * Sums each day and currency with payments. Approved: sales and captures that were not voided. Declined: sales and
 * authorizations, the declines that a payer sees.
 */
export async function sumDays(
	database: Database,
	{ merchantId, timeZone, from, to }: FigureRange,
): Promise<DayFigures[]> {
	const midnight = (day: RawBuilder<unknown>) =>
		sql`(extract(epoch from (${day})::timestamp at time zone ${timeZone}) * 1000)::bigint`;
	const figures = (kind: string, condition: RawBuilder<unknown>) => sql`
		count(*) filter (where ${condition}) as ${sql.id(`${kind}_count`)},
		coalesce(sum(amount_cents) filter (where ${condition}), 0)::bigint as ${sql.id(`${kind}_cents`)}`;
	// Day by day: PostgreSQL would sort the rows of all days by their dates otherwise.
	const { rows } = await sql<DayFigures>`
		select to_char(day, 'YYYY-MM-DD') as date, figures.*
		from generate_series(0, ${to}::date - ${from}::date) as place
		cross join lateral (select ${from}::date + place as day) as days
		cross join lateral (
			select currency,
				${figures("approved", sql`status = 'APPROVED' and type in ('sale', 'capture') and voided_by is null`)},
				${figures("declined", sql`status = 'DECLINED' and type in ('sale', 'authorization')`)},
				${figures("refunded", sql`status = 'APPROVED' and type = 'refund'`)}
			from transactions
			where merchant_id = ${merchantId}
				and created_at >= ${midnight(sql`day`)} and created_at < ${midnight(sql`day + 1`)}
			group by currency
		) as figures`.execute(database);
	return rows;
}
