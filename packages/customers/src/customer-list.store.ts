import {
	type Database,
	type Filter,
	listNewestFirst,
	type PageRequest,
	type TextMatch,
	textFilter,
} from "@cardseal/platform/db";
import { type Metadata, metadataFilters } from "@cardseal/platform/metadata";
import { type RawBuilder, sql } from "kysely";
import type { Customer } from "./tables.ts";

export interface CustomerFilters {
	merchantId: number;
	/** Applies to the five texts; whole by default. */
	textMatch?: TextMatch | undefined;
	email?: string | undefined;
	firstName?: string | undefined;
	lastName?: string | undefined;
	company?: string | undefined;
	customId?: string | undefined;
	metadata?: Metadata | undefined;
	withSubscription?: { isWanted: boolean; statuses: readonly string[] } | undefined;
	subscribed?: Subscribed | undefined;
}

export interface Subscribed {
	planId: number;
	statuses: readonly string[];
}

/** Lists up to `limit + 1`, nearest to the page's position first. */
export function listCustomers(database: Database, filters: CustomerFilters, page: PageRequest): Promise<Customer[]> {
	const own = { table: "customers" as const, scope: sql`merchant_id = ${filters.merchantId}` };
	return listNewestFirst(database, {
		...own,
		merchantId: filters.merchantId,
		page,
		filters: [
			{ keeps: sql`erased_at is null` },
			...textFilter(own, "email", filters.email, filters.textMatch),
			...textFilter(own, "last_name", filters.lastName, filters.textMatch),
			...textFilter(own, "first_name", filters.firstName, filters.textMatch),
			...textFilter(own, "company", filters.company, filters.textMatch),
			...textFilter(own, "custom_id", filters.customId, filters.textMatch),
			...metadataFilters(own, filters.metadata),
			...subscriptionFilter(filters),
			...planFilter(filters.subscribed),
		],
	});
}

/** No index has customers without a subscription. */
function subscriptionFilter({ merchantId, withSubscription }: CustomerFilters): Filter[] {
	if (withSubscription === undefined) return [];
	const { isWanted, statuses } = withSubscription;
	const subscribers = sql`select customer_id from subscriptions
		where merchant_id = ${merchantId} and status = any(${[...statuses]})`;
	if (!isWanted) return [{ keeps: sql`not ${isAmong(subscribers)}` }];
	return [among(subscribers)];
}

function planFilter(subscribed: Subscribed | undefined): Filter[] {
	if (subscribed === undefined) return [];
	const { planId, statuses } = subscribed;
	return [
		among(sql`select customer_id from subscriptions where plan_id = ${planId} and status = any(${[...statuses]})`),
	];
}

function among(subscribers: RawBuilder<unknown>): Filter {
	const ids = sql`select customer_id as id from (${subscribers}) as subscribers`;
	return { keeps: isAmong(subscribers), index: { ids, isInOrder: false } };
}

/** With the limit, the planner does not collect all subscribers for one page. */
function isAmong(subscribers: RawBuilder<unknown>) {
	return sql`coalesce((select true from (${subscribers}) as subscribers where customer_id = id limit 1), false)`;
}
