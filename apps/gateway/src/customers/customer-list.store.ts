import { type RawBuilder, sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { PageRequest } from "../db/paging.ts";
import type { Customer } from "../db/schema.ts";

/** Which of a merchant's customers a list has; what is left out does not narrow it. */
export interface CustomerFilters {
	merchantId: number;
	/** The four texts are compared as wholes, whatever their case. */
	email?: string | undefined;
	firstName?: string | undefined;
	lastName?: string | undefined;
	company?: string | undefined;
	withSubscription?: boolean | undefined;
	/** Subscribed to the plan of this lookup id. */
	planLookupId?: string | undefined;
}

/** Up to `limit + 1` customers beyond the page's position, nearest first. */
export async function listCustomers(
	database: Database,
	filters: CustomerFilters,
	{ limit, beyond }: PageRequest,
): Promise<Customer[]> {
	const conditions = conditionsOf(filters);
	const isBackwards = beyond?.direction === "before";
	if (beyond !== undefined) {
		const { createdAt, id } = beyond.position;
		const comparison = isBackwards ? sql`>` : sql`<`;
		conditions.push(sql`(created_at, id) ${comparison} (${createdAt}::bigint, ${id}::bigint)`);
	}
	const order = isBackwards ? sql`created_at asc, id asc` : sql`created_at desc, id desc`;
	const { rows } = await sql<Customer>`
		select * from customers where ${sql.join(conditions, sql` and `)} order by ${order} limit ${limit + 1}
	`.execute(database);
	return rows;
}

function conditionsOf(filters: CustomerFilters): RawBuilder<unknown>[] {
	// As long as there are no subscriptions, nobody has one.
	const isSubscribed = sql`false`;
	const all: (RawBuilder<unknown> | undefined)[] = [
		sql`merchant_id = ${filters.merchantId}`,
		filters.email === undefined ? undefined : sql`lower(email) = lower(${filters.email})`,
		filters.firstName === undefined ? undefined : sql`lower(first_name) = lower(${filters.firstName})`,
		filters.lastName === undefined ? undefined : sql`lower(last_name) = lower(${filters.lastName})`,
		filters.company === undefined ? undefined : sql`lower(company) = lower(${filters.company})`,
		filters.withSubscription === undefined ? undefined : sql`${isSubscribed} = ${filters.withSubscription}`,
		filters.planLookupId === undefined ? undefined : isSubscribed,
	];
	return all.filter((condition) => condition !== undefined);
}
