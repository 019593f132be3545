import { type RawBuilder, sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Figures } from "./tables.ts";

/** The figures of a merchant's payments on one day in one currency. */
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

const counted = {
	approved: sql`status = 'APPROVED' and type in ('sale', 'capture') and voided_by is null`,
	declined: sql`status = 'DECLINED' and type in ('sale', 'authorization')`,
	refunded: sql`status = 'APPROVED' and type = 'refund'`,
};

/**
 * The figures of the payments in a group. Approved: sales and captures that were not voided. Declined: sales and authorizations,
 * the declines that a payer sees.
 */
export const figuresOfPayments = sql.join(
	Object.entries(counted).map(
		([kind, condition]) => sql`
			count(*) filter (where ${condition}) as ${sql.id(`${kind}_count`)},
			coalesce(sum(amount_cents) filter (where ${condition}), 0)::bigint as ${sql.id(`${kind}_cents`)}`,
	),
);

/** The columns of figures, in the order of `figuresOfPayments`. */
export const figureColumns = Object.keys(counted).flatMap((kind) => [`${kind}_count`, `${kind}_cents`]);

/** Sums the payments made from `since` on, ms since 1970, of each day and currency. */
export async function sumPayments(database: Database, range: FigureRange, since: number): Promise<DayFigures[]> {
	return sumDays(
		database,
		range,
		(begin, end) => sql`
			select currency, ${figuresOfPayments} from transactions
			where merchant_id = ${range.merchantId} and created_at >= greatest(${begin}, ${since}::bigint) and created_at < ${end}
			group by currency`,
	);
}

/** Sums the quarters of an hour before `until`, ms since 1970, of each day and currency. */
export async function sumQuarters(database: Database, range: FigureRange, until: number): Promise<DayFigures[]> {
	const sums = figureColumns.map((column) => sql`sum(${sql.id(column)})::bigint as ${sql.id(column)}`);
	return sumDays(
		database,
		range,
		(begin, end) => sql`
			select currency, ${sql.join(sums)} from payment_sums
			where merchant_id = ${range.merchantId} and quarter >= ${begin} and quarter < least(${end}, ${until}::bigint)
			group by currency`,
	);
}

/** Runs a query for each day: PostgreSQL would sort the rows of all days by their dates otherwise. */
async function sumDays(
	database: Database,
	{ timeZone, from, to }: FigureRange,
	ofDay: (begin: RawBuilder<unknown>, end: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<DayFigures[]> {
	const midnight = (day: RawBuilder<unknown>) =>
		sql`(extract(epoch from (${day})::timestamp at time zone ${timeZone}) * 1000)::bigint`;
	const { rows } = await sql<DayFigures>`
		select to_char(day, 'YYYY-MM-DD') as date, figures.*
		from generate_series(0, ${to}::date - ${from}::date) as place
		cross join lateral (select ${from}::date + place as day) as days
		cross join lateral (${ofDay(midnight(sql`day`), midnight(sql`day + 1`))}) as figures`.execute(database);
	return rows;
}
