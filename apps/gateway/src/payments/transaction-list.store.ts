import { type RawBuilder, sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { PageRequest } from "../db/paging.ts";
import type { Transaction } from "../db/schema.ts";
import type { Channel } from "../merchants/channel.ts";
import type { TransactionStatus } from "./transaction.ts";

/** Which of a merchant's transactions a list has; what is left out does not narrow it. */
export interface TransactionFilters {
	merchantId: number;
	/** IANA name: the zone in which the two dates are whole days. */
	timeZone: string;
	/** YYYY-MM-DD, included. */
	fromDate?: string | undefined;
	/** YYYY-MM-DD, included. */
	toDate?: string | undefined;
	statuses?: TransactionStatus[] | undefined;
	channels?: Channel[] | undefined;
	minimumCents?: number | undefined;
	maximumCents?: number | undefined;
	/** The three texts are compared as wholes, whatever their case. */
	email?: string | undefined;
	firstName?: string | undefined;
	lastName?: string | undefined;
	userId?: number | undefined;
}

/** Up to `limit + 1` transactions beyond the page's position, nearest first. */
export async function listTransactions(
	database: Database,
	filters: TransactionFilters,
	{ limit, beyond }: PageRequest,
): Promise<Transaction[]> {
	const conditions = conditionsOf(filters);
	const isBackwards = beyond?.direction === "before";
	if (beyond !== undefined) {
		const { createdAt, id } = beyond.position;
		const comparison = isBackwards ? sql`>` : sql`<`;
		conditions.push(sql`(created_at, id) ${comparison} (${createdAt}::bigint, ${id}::bigint)`);
	}
	const order = isBackwards ? sql`created_at asc, id asc` : sql`created_at desc, id desc`;
	const { rows } = await sql<Transaction>`
		select * from transactions where ${sql.join(conditions, sql` and `)} order by ${order} limit ${limit + 1}
	`.execute(database);
	return rows;
}

function conditionsOf(filters: TransactionFilters): RawBuilder<unknown>[] {
	const { fromDate, toDate, timeZone } = filters;
	const all: (RawBuilder<unknown> | undefined)[] = [
		sql`merchant_id = ${filters.merchantId}`,
		fromDate === undefined ? undefined : sql`created_at >= ${startOfDay(fromDate, 0, timeZone)}`,
		toDate === undefined ? undefined : sql`created_at < ${startOfDay(toDate, 1, timeZone)}`,
		filters.statuses && sql`status = any(${filters.statuses}::text[])`,
		filters.channels && sql`channel = any(${filters.channels}::text[])`,
		filters.minimumCents === undefined ? undefined : sql`amount_cents >= ${filters.minimumCents}`,
		filters.maximumCents === undefined ? undefined : sql`amount_cents <= ${filters.maximumCents}`,
		filters.email === undefined ? undefined : sql`lower(email) = lower(${filters.email})`,
		filters.firstName === undefined ? undefined : sql`lower(first_name) = lower(${filters.firstName})`,
		filters.lastName === undefined ? undefined : sql`lower(last_name) = lower(${filters.lastName})`,
		filters.userId === undefined ? undefined : sql`user_id = ${filters.userId}`,
	];
	return all.filter((condition) => condition !== undefined);
}

/** The first moment of a day in a zone, some days after `date`, in ms since 1970. */
function startOfDay(date: string, daysLater: number, timeZone: string): RawBuilder<number> {
	return sql`(extract(epoch from ((${date}::date + ${daysLater}::int)::timestamp at time zone ${timeZone})) * 1000)::bigint`;
}
