import { sql } from "kysely";
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
	const midnight = (day: string, daysLater: number) =>
		sql`(extract(epoch from (${day}::date + ${daysLater}::int)::timestamp at time zone ${timeZone}) * 1000)::bigint`;
	const figures = (kind: string, condition: ReturnType<typeof sql>) => sql`
		count(*) filter (where ${condition}) as ${sql.id(`${kind}_count`)},
		coalesce(sum(amount_cents) filter (where ${condition}), 0)::bigint as ${sql.id(`${kind}_cents`)}`;
	const { rows } = await sql<DayFigures>`
		select to_char(to_timestamp(created_at / 1000.0) at time zone ${timeZone}, 'YYYY-MM-DD') as date, currency,
			${figures("approved", sql`status = 'APPROVED' and type in ('sale', 'capture') and voided_by is null`)},
			${figures("declined", sql`status = 'DECLINED' and type in ('sale', 'authorization')`)},
			${figures("refunded", sql`status = 'APPROVED' and type = 'refund'`)}
		from transactions
		where merchant_id = ${merchantId} and created_at >= ${midnight(from, 0)} and created_at < ${midnight(to, 1)}
		group by 1, 2`.execute(database);
	return rows;
}
