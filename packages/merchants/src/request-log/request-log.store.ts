import { givenRows } from "@cardseal/batch";
import type { ShownReason } from "@cardseal/platform";
import {
	type Database,
	type Days,
	dayFilters,
	deleteInSlices,
	type Filter,
	listNewestFirst,
	type PageRequest,
} from "@cardseal/platform/db";
import { CompiledQuery, type RawBuilder, type Selectable, sql } from "kysely";
import type { RequestLogTables } from "./tables.ts";

/** The credential is a merchant's or a partner's. */
export interface AnsweredRequest {
	merchant: string;
	requestId: string;
	method: string;
	/** Names the parameters, without their values. */
	route: string;
	status: number;
	reason: ShownReason | undefined;
	durationMs: number;
	clientId: string;
	transactionId: string | undefined;
	/** An id or number in its address. */
	named: string | number | undefined;
}

/** The real time of its beginning. */
export interface LoggedRequest extends AnsweredRequest {
	createdAt: number;
}

export interface ShedRequests {
	merchant: string;
	/** The first one's real time. */
	createdAt: number;
	count: number;
}

export type RequestLogRow = Selectable<RequestLogTables["request_log"]>;

const given = givenRows("given", {
	merchant: "text",
	created_at: "bigint",
	request_id: "text",
	method: "text",
	route: "text",
	status: "smallint",
	reason: "text",
	duration_ms: "numeric",
	client_id: "text",
	made: "text",
	named_id: "text",
	named_number: "bigint",
	shed: "integer",
});

/**
 * The id or number in an address is stored only as the id of a transaction that the merchant has: a client could put
 * anything there.
 */
const insertStatement = `
	/* prepare: insert-request-log */
	insert into request_log (
		merchant_id, created_at, request_id, method, route, status, reason, duration_ms, client_id, transaction_id, shed
	)
	select merchants.id, given.created_at, request_id, method, route, status, reason, duration_ms, client_id,
		coalesce(
			made,
			(select transaction_id from transactions
				where transactions.transaction_id = named_id and merchant_id = merchants.id),
			(select transaction_id from transactions where transactions.id = named_number and merchant_id = merchants.id)
		), shed
	from ${given.sql} join merchants on merchants.merchant_id = given.merchant`;

export async function insertRequests(
	database: Database,
	requests: LoggedRequest[],
	counts: ShedRequests[],
): Promise<void> {
	const all: Partial<LoggedRequest & { count: number }>[] = [...requests, ...counts];
	const rows = all.map(({ named, ...request }) => ({
		merchant: request.merchant,
		created_at: request.createdAt,
		request_id: request.requestId,
		method: request.method,
		route: request.route,
		status: request.status,
		reason: request.reason,
		duration_ms: request.durationMs,
		client_id: request.clientId,
		made: request.transactionId,
		named_id: typeof named === "string" ? named : null,
		named_number: typeof named === "number" ? named : null,
		shed: request.count,
	}));
	await database.executeQuery(CompiledQuery.raw(insertStatement, given.parameters(rows)));
}

export interface RequestFilters extends Days {
	merchantId: number;
	statusClass?: number | undefined;
	method?: string | undefined;
	route?: string | undefined;
	clientId?: string | undefined;
	requestId?: string | undefined;
	/** Includes its modifications. */
	transactionId?: string | undefined;
}

/**
 * Up to `limit + 1`. Counts of unrecorded requests are included, because those may match the filters; a filter by an id
 * excludes them.
 */
export async function listRequests(
	database: Database,
	filters: RequestFilters,
	page: PageRequest,
): Promise<RequestLogRow[]> {
	const scope = sql`merchant_id = ${filters.merchantId}`;
	return listNewestFirst(database, {
		table: "request_log",
		merchantId: filters.merchantId,
		scope,
		filters: filtersOf(filters, scope),
		page,
	});
}

function filtersOf(filters: RequestFilters, scope: RawBuilder<unknown>): Filter[] {
	const { merchantId, method, route, clientId, requestId, transactionId } = filters;
	const orCount = (keeps: RawBuilder<unknown>): Filter => ({ keeps: sql`(status is null or ${keeps})` });
	const byId = (keeps: RawBuilder<unknown>): Filter => {
		return { keeps, index: { ids: sql`select id from request_log where ${scope} and ${keeps}`, isInOrder: false } };
	};
	const related = sql`
		select transaction_id from transactions where merchant_id = ${merchantId}
			and (transaction_id = ${transactionId} or original_id = ${transactionId})`;
	return [
		...dayFilters(filters),
		...statusFilter(filters, scope),
		...(method === undefined ? [] : [orCount(sql`method = ${method}`)]),
		...(route === undefined ? [] : [orCount(sql`strpos(lower(route), lower(${route})) > 0`)]),
		...(clientId === undefined ? [] : [orCount(sql`client_id = ${clientId}`)]),
		...(requestId === undefined ? [] : [byId(sql`request_id = ${requestId}`)]),
		...(transactionId === undefined ? [] : [byId(sql`transaction_id = any(array(${related}))`)]),
	];
}

/** Each class has an index in the list's order. */
function statusFilter({ statusClass }: RequestFilters, scope: RawBuilder<unknown>): Filter[] {
	if (statusClass === undefined) return [];
	const [from, below] = [statusClass * 100, statusClass * 100 + 100];
	const matches = sql`(status is null or status >= ${from} and status < ${below})`;
	if (from < 400) return [{ keeps: matches }];
	const keeps = sql`(status is null or status >= 400) and ${matches}`;
	return [
		{ keeps, index: { ids: sql`select id, created_at from request_log where ${scope} and ${keeps}`, isInOrder: true } },
	];
}

const sliceRows = 5_000;

/** Rows are in the order of time, so no index is needed. */
export async function deleteOldRequests(database: Database, before: number): Promise<void> {
	const oldest = sql`select id, created_at from request_log order by id limit ${sql.lit(sliceRows)}`;
	const condition = sql`id = any(array(select id from (${oldest}) as oldest where created_at < ${before}))`;
	await deleteInSlices(database, "request_log", condition, { sliceRows });
}
