import { type Database, firstMidnight } from "@cardseal/platform/db";
import { type RawBuilder, sql } from "kysely";
import { type Figures, figureColumns, figuresOfPayments } from "./payment-sums.store.ts";

export interface DayFigures extends Figures {
	/** YYYY-MM-DD in the merchant's time zone. */
	date: string;
	currency: string;
}

export interface FigureRange {
	merchantId: number;
	timeZone: string;
	/** YYYY-MM-DD, inclusive. */
	from: string;
	to: string;
}

/** One statement, so that no change is missed or counted twice. A day without a valid sum is summed here. */
export async function sumDays(
	database: Database,
	{ merchantId, timeZone, from, to }: FigureRange,
): Promise<DayFigures[]> {
	const midnight = (day: RawBuilder<unknown>) => firstMidnight(day, sql`${timeZone}::text`);
	const isOfDay = sql`merchant_id = ${merchantId} and begins_at = begins and ends_at = ends`;
	// Reads day by day: PostgreSQL would otherwise sort the rows of all days.
	const { rows } = await sql<DayFigures>`
		with changed as materialized (
			select distinct interval_start from changes_after_summing where merchant_id = ${merchantId}
		)
		select to_char(day, 'YYYY-MM-DD') as date, figures.*
		from generate_series(0, ${to}::date - ${from}::date) as place
		cross join lateral (select ${from}::date + place as day) as days
		cross join lateral (select ${midnight(sql`day`)} as begins, ${midnight(sql`day + 1`)} as ends) as limits
		cross join lateral (
			select exists (select from payment_day_sums where ${isOfDay})
				and not exists (select from changed where interval_start >= begins and interval_start < ends) as is_summed
			offset 0
		) as state
		cross join lateral (
			select currency, ${figureColumns} from payment_day_sums where is_summed and ${isOfDay}
			union all
			select currency, ${figuresOfPayments()} from transactions
			where not is_summed and merchant_id = ${merchantId} and created_at >= begins and created_at < ends
			group by currency
		) as figures`.execute(database);
	return rows;
}
