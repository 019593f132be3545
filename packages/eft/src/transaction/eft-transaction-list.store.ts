import {
	type Database,
	type Days,
	dayFilters,
	listNewestFirst,
	type PageRequest,
	type TextMatch,
	textFilter,
	whenGiven,
} from "@cardseal/platform/db";
import { type Metadata, metadataFilters } from "@cardseal/platform/metadata";
import { sql } from "kysely";
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
	const { merchantId, textMatch } = filters;
	const own = { table: "eft_transactions" as const, scope: sql`merchant_id = ${merchantId}` };
	const others = [
		...metadataFilters(own, filters.metadata),
		...textFilter(own, "email", filters.email, textMatch),
		...textFilter(own, "first_name", filters.firstName, textMatch),
		...textFilter(own, "last_name", filters.lastName, textMatch),
	];
	return listNewestFirst(database, {
		...own,
		merchantId,
		page,
		filters: [
			...dayFilters(filters),
			...whenGiven(filters.results, (results) => sql`result = any(${results}::text[])`),
			...whenGiven(filters.types, (types) => sql`type = any(${types}::text[])`),
			...whenGiven(filters.kinds, (kinds) => sql`kind = any(${kinds}::text[])`),
			...whenGiven(filters.customerLookupId, (customer) => sql`customer_lookup_id = ${customer}`),
			...whenGiven(filters.minimumCents, (cents) => sql`amount_cents >= ${cents}::bigint`),
			...whenGiven(filters.maximumCents, (cents) => sql`amount_cents <= ${cents}::bigint`),
			...others.map(({ keeps }) => ({ keeps })),
		],
	});
}
