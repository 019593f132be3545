import {
	type Database,
	type Days,
	dayFilters,
	type Filter,
	listNewestFirst,
	type PageRequest,
	type TextMatch,
	textFilter,
} from "@cardseal/platform/db";
import { type Metadata, metadataFilters } from "@cardseal/platform/metadata";
import { type RawBuilder, sql } from "kysely";
import type { EftTransaction } from "../tables.ts";
import type { EftKind, EftResult, EftType } from "./eft-transaction.ts";

export interface EftFilters extends Days {
	merchantId: number;
	results?: EftResult[] | undefined;
	types?: EftType[] | undefined;
	kinds?: EftKind[] | undefined;
	customerLookupId?: string | undefined;
	metadata?: Metadata | undefined;
	minimumCents?: number | undefined;
	maximumCents?: number | undefined;
	/** Applies to the three texts. */
	textMatch: TextMatch;
	email?: string | undefined;
	firstName?: string | undefined;
	lastName?: string | undefined;
}

/** Filters have no index: a wallet has thousands of transactions, not millions. */
export function listEftTransactions(
	database: Database,
	filters: EftFilters,
	page: PageRequest,
): Promise<EftTransaction[]> {
	const { merchantId, results, types, kinds, minimumCents, maximumCents, textMatch } = filters;
	const own = { table: "eft_transactions" as const, scope: sql`merchant_id = ${merchantId}` };
	return listNewestFirst(database, {
		...own,
		merchantId,
		page,
		filters: [
			...dayFilters(filters),
			...where(results, (some) => sql`result = any(${some}::text[])`),
			...where(types, (some) => sql`type = any(${some}::text[])`),
			...where(kinds, (some) => sql`kind = any(${some}::text[])`),
			...where(filters.customerLookupId, (customer) => sql`customer_lookup_id = ${customer}`),
			...withoutIndex(metadataFilters(own, filters.metadata)),
			...where(minimumCents, (cents) => sql`amount_cents >= ${cents}::bigint`),
			...where(maximumCents, (cents) => sql`amount_cents <= ${cents}::bigint`),
			...withoutIndex(textFilter(own, "email", filters.email, textMatch)),
			...withoutIndex(textFilter(own, "first_name", filters.firstName, textMatch)),
			...withoutIndex(textFilter(own, "last_name", filters.lastName, textMatch)),
		],
	});
}

function where<Value>(value: Value | undefined, keeps: (value: Value) => RawBuilder<unknown>): Filter[] {
	return value === undefined ? [] : [{ keeps: keeps(value) }];
}

function withoutIndex(filters: Filter[]): Filter[] {
	return filters.map(({ keeps }) => ({ keeps }));
}
