/* Filters by one value follow an index in list order. */
import { type Expression, type RawBuilder, sql } from "kysely";
import { startOfDay } from "./calendar/days.ts";
import type { Database } from "./database.ts";
import { readList } from "./lists/read-list.ts";
import type { PageRequest } from "./paging.ts";
import type { GatewayTables } from "./schema.ts";

export interface Filter {
	keeps: RawBuilder<unknown>;
	index?: FilterIndex;
	isTime?: boolean;
}

type IndexedFilter = Filter & { index: FilterIndex };

interface FilterIndex {
	/** Selects candidates, with `created_at`. */
	ids: RawBuilder<unknown>;
	/** True if the index of `keeps` has the list's order. */
	isInOrder: boolean;
	/** True if `ids` has a separate table. */
	isTable?: boolean;
}

/** The tables whose rows have an id, a merchant and a time. */
type ListedTable = {
	[Name in keyof GatewayTables]: GatewayTables[Name] extends Record<"id" | "merchant_id" | "created_at", unknown>
		? Name
		: never;
}[keyof GatewayTables];

export interface NewestFirst {
	table: ListedTable;
	merchantId: number;
	/** The merchant's rows, which no filter can widen. */
	scope: RawBuilder<unknown>;
	filters: Filter[];
	page: PageRequest;
}

/** More frequent matches fill a page of a scan soon. */
const fewRows = 1_000;

/** Matches read to find the rarest filter. */
const sampleRows = 200;

/** Returns up to `limit + 1` rows, nearest first. It counts matches, which the planner cannot estimate. */
export async function listNewestFirst<Row>(database: Database, list: NewestFirst): Promise<Row[]> {
	const indexed = list.filters.filter((filter): filter is IndexedFilter => filter.index !== undefined);
	const [first] = indexed;
	const needsNoCount = first === undefined || (indexed.length === 1 && first.index.isInOrder);
	const page = needsNoCount ? scanInOrder(list, first, []) : fetchFewOrScan(list, indexed);
	const statement = sql<Row>`select * from (${page}) as page order by ${orderOf(list.page)}`;
	const { rows } = await readList(database, list.merchantId, (transaction) => statement.execute(transaction));
	return rows;
}

/** Returns up to `limit + 1` rows of a query, nearest first. */
export async function listNearest<Row extends { id: number; created_at: number }>(
	database: Database,
	query: Expression<Row>,
	page: PageRequest,
): Promise<Row[]> {
	const { rows } = await sql<Row>`
		select * from (${query}) as listed
		where ${allOf(beyond(page))} order by ${orderOf(page)} limit ${limitOf(page)}`.execute(database);
	return rows;
}

function fetchFewOrScan(list: NewestFirst, filters: IndexedFilter[]) {
	const counts = filters.map((filter, place) => {
		const name = sql.id(`few_${place}`);
		const { ids, isInOrder } = filter.index;
		const most = sql.lit(isInOrder ? sampleRows : fewRows);
		const newest = isInOrder ? sql`${ids} order by created_at desc, id desc` : ids;
		return {
			filter,
			name,
			rows: sql`${name} as materialized (${newest} limit ${most} + 1)`,
			isFew: sql`(select count(*) from ${name}) <= ${most}`,
			reachesBackTo: sql`(select min(created_at) from ${name})`,
		};
	});
	const branches = counts.map(({ filter, name, isFew }, place) => {
		const gates = [...counts.slice(0, place).map((earlier) => sql`not ${earlier.isFew}`), isFew];
		return filter.index.isInOrder ? scanInOrder(list, filter, gates) : fetchFew(list, name, gates);
	});
	const noneIsFew = counts.map(({ isFew }) => sql`not ${isFew}`);
	const inOrder = counts.filter(({ filter }) => filter.index.isInOrder);
	const scans = inOrder.map(({ filter, reachesBackTo }, place) => {
		const isRarest = inOrder.flatMap((other, otherPlace) => {
			if (otherPlace === place) return [];
			return sql`${reachesBackTo} ${otherPlace < place ? sql`<` : sql`<=`} ${other.reachesBackTo}`;
		});
		return scanInOrder(list, filter, [...noneIsFew, ...isRarest]);
	});
	const last = scans.length === 0 ? [scanInOrder(list, undefined, noneIsFew)] : scans;
	const all = [...branches, ...last].map((branch) => sql`(${branch})`);
	return sql`with ${sql.join(counts.map(({ rows }) => rows))} ${sql.join(all, sql` union all `)}`;
}

/** `offset 0` fences the planner, which might sort all rows. */
function scanInOrder(
	{ table, scope, filters, page }: NewestFirst,
	along: IndexedFilter | undefined,
	gates: RawBuilder<unknown>[],
) {
	const bounds = filters.filter(({ isTime }) => isTime);
	const conditions = [scope, ...[along ?? [], bounds].flat().map(({ keeps }) => keeps), ...beyond(page)];
	// `coalesce` hides the condition's selectivity from the planner.
	const others = filters
		.filter((filter) => filter !== along && !filter.isTime)
		.map(({ keeps }) => sql`coalesce(${keeps}, false)`);
	const inOrder = sql`where ${sql.join(conditions, sql` and `)} order by ${orderOf(page)} offset 0`;
	// An outer order would make the planner plan for all rows.
	const scan = along?.index.isTable
		? scanIndexTable({ table, scope, page }, along, bounds)
		: sql`select * from ${sql.table(table)} ${inOrder}`;
	return sql`
		select * from (${scan}) as scanned
		where ${allOf([...gates, ...others])} limit ${limitOf(page)}`;
}

function scanIndexTable(
	{ table, scope, page }: Pick<NewestFirst, "table" | "scope" | "page">,
	{ index }: IndexedFilter,
	bounds: Filter[],
) {
	const conditions = [...bounds.map(({ keeps }) => keeps), ...beyond(page)];
	return sql`
		select listed.* from (
			select created_at, id from (${index.ids}) as found where ${allOf(conditions)} order by ${orderOf(page)} offset 0
		) as entry
		cross join lateral (
			select * from ${sql.table(table)} where id = entry.id and ${scope} offset 0
		) as listed`;
}

function fetchFew(
	{ table, scope, filters, page }: NewestFirst,
	ids: RawBuilder<unknown>,
	gates: RawBuilder<unknown>[],
) {
	const conditions = [...gates, scope, ...filters.map(({ keeps }) => keeps), ...beyond(page)];
	return sql`
		select * from (
			select * from ${sql.table(table)} where id = any(array(select id from ${ids})) offset 0
		) as fetched
		where ${allOf(conditions)} order by ${orderOf(page)} limit ${limitOf(page)}`;
}

function allOf(conditions: RawBuilder<unknown>[]) {
	return sql.join([sql`true`, ...conditions], sql` and `);
}

function limitOf({ limit }: PageRequest) {
	return sql.lit(limit + 1);
}

function beyond({ beyond }: PageRequest): RawBuilder<unknown>[] {
	if (beyond === undefined) return [];
	const { createdAt, id } = beyond.position;
	const comparison = beyond.direction === "before" ? sql`>` : sql`<`;
	return [sql`(created_at, id) ${comparison} (${createdAt}::bigint, ${id}::bigint)`];
}

function orderOf({ beyond }: PageRequest) {
	return beyond?.direction === "before" ? sql`created_at asc, id asc` : sql`created_at desc, id desc`;
}

export type TextMatch = "whole" | "part";

/** Ignores case; a part of a text has no index. */
export function textFilter(
	{ table, scope }: Pick<NewestFirst, "table" | "scope">,
	column: string,
	value: string | undefined,
	match: TextMatch = "whole",
): Filter[] {
	if (value === undefined) return [];
	if (match === "part") return [{ keeps: sql`strpos(lower(${sql.id(column)}), lower(${value})) > 0` }];
	return [equalityFilter({ table, scope }, sql`lower(${sql.id(column)}) = lower(${value})`)];
}

/** A filter without an index. */
export function whenGiven<Value>(value: Value | undefined, keeps: (value: Value) => RawBuilder<unknown>): Filter[] {
	return value === undefined ? [] : [{ keeps: keeps(value) }];
}

/** Requires an index in the list's order. */
export function equalityFilter(
	{ table, scope }: Pick<NewestFirst, "table" | "scope">,
	keeps: RawBuilder<unknown>,
): Filter {
	const ids = sql`select id, created_at from ${sql.table(table)} where ${scope} and ${keeps}`;
	return { keeps, index: { ids, isInOrder: true } };
}

export interface Days {
	timeZone: string;
	fromDate?: string | undefined;
	toDate?: string | undefined;
}

export function dayFilters({ fromDate, toDate, timeZone }: Days): Filter[] {
	const bounds = [
		...(fromDate === undefined ? [] : [sql`created_at >= ${startOfDay(fromDate, 0, timeZone)}`]),
		...(toDate === undefined ? [] : [sql`created_at < ${startOfDay(toDate, 1, timeZone)}`]),
	];
	return bounds.map((keeps) => ({ keeps, isTime: true }));
}
