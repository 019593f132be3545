import type { TransactionChannel } from "@cardseal/merchants";
import { parseNumericId } from "@cardseal/platform";
import {
	type Database,
	type Days,
	dayFilters,
	equalityFilter,
	type Filter,
	listNewestFirst,
	type PageRequest,
	type TextMatch,
	textFilter,
} from "@cardseal/platform/db";
import { type Metadata, metadataFilters } from "@cardseal/platform/metadata";
import type { AuthenticationStatus } from "@cardseal/vault";
import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "../tables.ts";
import type { TransactionStatus, TransactionType } from "../transaction/transaction.ts";

export interface TransactionFilters extends Days {
	merchantId: number;
	statuses?: TransactionStatus[] | undefined;
	channels?: TransactionChannel[] | undefined;
	minimumCents?: number | undefined;
	maximumCents?: number | undefined;
	types?: TransactionType[] | undefined;
	/** The numeric or public id. */
	transactionId?: string | undefined;
	customerLookupId?: string | undefined;
	cardLookupId?: string | undefined;
	subscriptionLookupId?: string | undefined;
	currency?: string | undefined;
	metadata?: Metadata | undefined;
	cardSuffix?: string | undefined;
	/** Applies to the five texts; whole by default. */
	textMatch?: TextMatch | undefined;
	email?: string | undefined;
	firstName?: string | undefined;
	lastName?: string | undefined;
	invoiceId?: string | undefined;
	customId?: string | undefined;
	userId?: number | undefined;
	authentications?: AuthenticationStatus[] | undefined;
	isLiabilityShifted?: boolean | undefined;
}

/** Lists up to `limit + 1` transactions, nearest first. */
export function listTransactions(
	database: Database,
	filters: TransactionFilters,
	page: PageRequest,
): Promise<Transaction[]> {
	const { userId, customerLookupId, cardLookupId, subscriptionLookupId, cardSuffix } = filters;
	const own = { table: "transactions" as const, scope: sql`merchant_id = ${filters.merchantId}` };
	return listNewestFirst(database, {
		...own,
		merchantId: filters.merchantId,
		page,
		filters: [
			...idFilter(filters, own.scope),
			...(customerLookupId === undefined ? [] : [equalityFilter(own, sql`customer_lookup_id = ${customerLookupId}`)]),
			...(cardLookupId === undefined ? [] : [equalityFilter(own, sql`card_lookup_id = ${cardLookupId}`)]),
			...(subscriptionLookupId === undefined
				? []
				: [equalityFilter(own, sql`subscription_lookup_id = ${subscriptionLookupId}`)]),
			...metadataFilters(own, filters.metadata),
			...(cardSuffix === undefined ? [] : [equalityFilter(own, sql`card_suffix = ${cardSuffix}`)]),
			...textFilter(own, "invoice_id", filters.invoiceId, filters.textMatch),
			...textFilter(own, "custom_id", filters.customId, filters.textMatch),
			...textFilter(own, "email", filters.email, filters.textMatch),
			...textFilter(own, "last_name", filters.lastName, filters.textMatch),
			...textFilter(own, "first_name", filters.firstName, filters.textMatch),
			...statusFilter(filters, own.scope),
			...typeFilter(filters, own),
			...currencyFilter(filters, own),
			...amountFilter(filters, own.scope),
			...channelFilter(filters, own),
			...authenticationFilters(filters),
			...(userId === undefined ? [] : [equalityFilter(own, sql`user_id = ${userId}`)]),
			...dayFilters(filters),
		],
	});
}

/** Pending and declined transactions have their own tables. */
function statusFilter({ statuses }: TransactionFilters, scope: RawBuilder<unknown>): Filter[] {
	if (statuses === undefined) return [];
	const keeps = sql`status = any(${statuses}::text[])`;
	if (statuses.includes("APPROVED")) return [{ keeps }];
	const sources = {
		PENDING: sql`
			select id from transactions
			where ${scope} and transaction_id = any(array(select transaction_id from pending_transactions))`,
		DECLINED: sql`select id from declined_transactions where ${scope}`,
	};
	const ids = statuses.flatMap((status) => (status === "APPROVED" ? [] : [sources[status]]));
	return [{ keeps, index: { ids: sql.join(ids, sql` union all `), isInOrder: false } }];
}

function idFilter({ transactionId }: TransactionFilters, scope: RawBuilder<unknown>): Filter[] {
	if (transactionId === undefined) return [];
	const numericId = parseNumericId(transactionId);
	const keeps = numericId === undefined ? sql`transaction_id = ${transactionId}` : sql`id = ${numericId}::bigint`;
	return [{ keeps, index: { ids: sql`select id from transactions where ${scope} and ${keeps}`, isInOrder: false } }];
}

function authenticationFilters({ authentications, isLiabilityShifted }: TransactionFilters): Filter[] {
	return [
		...(authentications === undefined ? [] : [{ keeps: sql`three_d_secure_status = any(${authentications}::text[])` }]),
		...(isLiabilityShifted === undefined ? [] : [{ keeps: sql`liability_shift = ${isLiabilityShifted}` }]),
	];
}

/** Sales are most rows, and in no index by type. */
function typeFilter({ types }: TransactionFilters, own: Parameters<typeof equalityFilter>[0]): Filter[] {
	if (types === undefined) return [];
	const [only, ...others] = types;
	// A literal lets the planner use the partial index.
	if (only !== undefined && only !== "sale" && others.length === 0) {
		return [equalityFilter(own, sql`type = ${sql.lit(only)}`)];
	}
	return [{ keeps: sql`type = any(${types}::text[])` }];
}

/** The index leaves out this currency of most rows. */
const unindexedCurrency = "CAD";

function currencyFilter({ currency }: TransactionFilters, own: Parameters<typeof equalityFilter>[0]): Filter[] {
	if (currency === undefined) return [];
	if (currency === unindexedCurrency) return [{ keeps: sql`currency = ${currency}` }];
	// A literal, as above.
	return [equalityFilter(own, sql`currency = ${sql.lit(currency)}`)];
}

function amountFilter({ minimumCents, maximumCents }: TransactionFilters, scope: RawBuilder<unknown>): Filter[] {
	if (minimumCents === undefined && maximumCents === undefined) return [];
	const keeps = sql`
		amount_cents between ${minimumCents ?? 0}::bigint and ${maximumCents ?? Number.MAX_SAFE_INTEGER}::bigint`;
	const ids = sql`select id from transactions where ${scope} and ${keeps} order by amount_cents`;
	return [{ keeps, index: { ids, isInOrder: false } }];
}

/** No index orders several channels together. */
function channelFilter({ channels }: TransactionFilters, own: Parameters<typeof equalityFilter>[0]): Filter[] {
	if (channels === undefined) return [];
	const [only, ...others] = channels;
	if (others.length === 0) return [equalityFilter(own, sql`channel = ${only}`)];
	const keeps = sql`channel = any(${channels}::text[])`;
	const ids = sql`select id from transactions where ${own.scope} and ${keeps} order by channel`;
	return [{ keeps, index: { ids, isInOrder: false } }];
}
