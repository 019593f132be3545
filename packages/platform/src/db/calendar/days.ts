import { type RawBuilder, sql } from "kysely";

/** Returns a day's first time, in ms. Where the clock goes back to midnight, PostgreSQL takes the later one. */
export function firstMidnight(date: RawBuilder<unknown>, timeZone: RawBuilder<unknown>): RawBuilder<number> {
	const midnight = sql`(${date})::timestamp`;
	const later = sql`(${midnight} at time zone ${timeZone})`;
	const earlier = sql`(${later} - interval '1 hour')`;
	return sql`(extract(epoch from
		case when ${earlier} at time zone ${timeZone} = ${midnight} then ${earlier} else ${later} end
	) * 1000)::bigint`;
}

export function startOfDay(date: string, daysLater: number, timeZone: string): RawBuilder<number> {
	return firstMidnight(sql`${date}::date + ${daysLater}::int`, sql`${timeZone}::text`);
}

export function endOfDay(time: RawBuilder<unknown>, timeZone: RawBuilder<unknown>): RawBuilder<number> {
	const local = sql`to_timestamp(${time} / 1000.0) at time zone ${timeZone}`;
	return firstMidnight(sql`date_trunc('day', ${local}) + interval '1 day'`, timeZone);
}
