import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { listNewestFirst, textFilter } from "../db/newest-first.ts";
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
export function listCustomers(database: Database, filters: CustomerFilters, page: PageRequest): Promise<Customer[]> {
	const own = { table: "customers" as const, scope: sql`merchant_id = ${filters.merchantId}` };
	// As long as there are no subscriptions, nobody has one.
	const isSubscribed = sql`false`;
	return listNewestFirst(database, {
		...own,
		page,
		filters: [
			...textFilter(own, "email", filters.email),
			...textFilter(own, "last_name", filters.lastName),
			...textFilter(own, "first_name", filters.firstName),
			...textFilter(own, "company", filters.company),
			...(filters.withSubscription === undefined
				? []
				: [{ keeps: sql`${isSubscribed} = ${filters.withSubscription}` }]),
			...(filters.planLookupId === undefined ? [] : [{ keeps: isSubscribed }]),
		],
	});
}
