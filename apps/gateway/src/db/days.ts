import { type RawBuilder, sql } from "kysely";

/** Returns the start of the day `daysLater` after `date` in a time zone, in ms since 1970. */
export function startOfDay(date: string, daysLater: number, timeZone: string): RawBuilder<number> {
	return sql`(extract(epoch from ((${date}::date + ${daysLater}::int)::timestamp at time zone ${timeZone})) * 1000)::bigint`;
}

/** Returns the midnight that ends the day of a time in a time zone, both times in ms since 1970. */
export function endOfDay(time: RawBuilder<unknown>, timeZone: RawBuilder<unknown>): RawBuilder<number> {
	return sql`(extract(epoch from (
		date_trunc('day', to_timestamp(${time} / 1000.0) at time zone ${timeZone}) + interval '1 day'
	) at time zone ${timeZone}) * 1000)::bigint`;
}
