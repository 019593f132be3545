import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import type { PageRequest } from "./paging.ts";

/** What narrows a list. */
export interface Filter {
	/** True of the rows that the list keeps. */
	keeps: RawBuilder<unknown>;
	/** Left out where no index knows the rows: the filter is then held against those that the list comes by. */
	index?: FilterIndex;
	/** Whether it is about `created_at` and so bounds every walk. */
	isTime?: boolean;
}

interface IndexedFilter extends Filter {
	index: FilterIndex;
}

interface FilterIndex {
	/** Selects the ids of the rows that the filter may keep; some that it does not keep may be among them. */
	ids: RawBuilder<unknown>;
	/** Whether `keeps` reads the index in the list's own order, so that a page costs a page, however many rows match. */
	isInOrder: boolean;
}

export interface NewestFirst {
	table: "transactions" | "customers" | "plans" | "eft_transactions";
	/** Whose rows they are: what no filter can widen. */
	scope: RawBuilder<unknown>;
	filters: Filter[];
	page: PageRequest;
}

/**
 * So many rows are fetched and sorted rather than looked for along the list. A filter that matches more is met on the way
 * so often that walking along the list finds a page soon.
 */
const fewRows = 1_000;

/**
 * Up to `limit + 1` rows beyond the page's position, nearest first, at a cost that hardly depends on how many rows there
 * are. Whether a filter matches few rows or many is not left to the planner's guess, which knows neither the merchant
 * nor what excludes what: the statement itself looks into the filter's index, no further than `fewRows`, and goes by
 * what it finds there.
 */
export async function listNewestFirst<Row>(database: Database, list: NewestFirst): Promise<Row[]> {
	const indexed = list.filters.filter(isIndexed);
	const [first] = indexed;
	const needsNoLook = first === undefined || (indexed.length === 1 && first.index.isInOrder);
	const page = needsNoLook ? walk(list, first, []) : fewOrWalk(list, indexed);
	const { rows } = await sql<Row>`select * from (${page}) as page order by ${orderOf(list.page)}`.execute(database);
	return rows;
}

function isIndexed(filter: Filter): filter is IndexedFilter {
	return filter.index !== undefined;
}

/** One statement and so one view of the database: gates open exactly one of its branches, and only that one is run. */
function fewOrWalk(list: NewestFirst, filters: IndexedFilter[]) {
	const looks = filters.map((filter, place) => {
		const name = sql.id(`few_${place}`);
		const ids = sql`${name} as materialized (${filter.index.ids} limit ${sql.lit(fewRows + 1)})`;
		return { filter, name, ids, isFew: sql`(select count(*) from ${name}) <= ${sql.lit(fewRows)}` };
	});
	const branches = looks.map(({ filter, name, isFew }, place) => {
		const gates = [...looks.slice(0, place).map((earlier) => sql`not ${earlier.isFew}`), isFew];
		return filter.index.isInOrder ? walk(list, filter, gates) : fetchFew(list, name, gates);
	});
	const noneIsFew = looks.map(({ isFew }) => sql`not ${isFew}`);
	const inOrder = filters.find(({ index }) => index.isInOrder);
	const all = [...branches, walk(list, inOrder, noneIsFew)].map((branch) => sql`(${branch})`);
	return sql`with ${sql.join(looks.map(({ ids }) => ids))} ${sql.join(all, sql` union all `)}`;
}

/**
 * Goes along the list, or along those of its rows that a filter's index has in the list's order. `offset 0` is a fence:
 * within it, no index tempts the planner to find rows by another condition and sort them all.
 */
function walk(
	{ table, scope, filters, page }: NewestFirst,
	along: IndexedFilter | undefined,
	gates: RawBuilder<unknown>[],
) {
	const bounds = filters.filter(({ isTime }) => isTime);
	const conditions = [scope, ...[along ?? [], bounds].flat().map(({ keeps }) => keeps), ...beyond(page)];
	// `coalesce` hides from the planner what it would take for a rare match: then it would sort all rows for a page.
	const others = filters
		.filter((filter) => filter !== along && !filter.isTime)
		.map(({ keeps }) => sql`coalesce(${keeps}, false)`);
	// Ordered inside alone: ordered outside as well, the planner would reckon with all rows rather than with a page.
	return sql`
		select * from (
			select * from ${sql.table(table)} where ${sql.join(conditions, sql` and `)} order by ${orderOf(page)} offset 0
		) as walked
		where ${allOf([...gates, ...others])} limit ${limitOf(page)}`;
}

/** Fetches the rows of a few ids, behind the same fence. */
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

/** In the statement's text rather than a parameter, so that the planner reckons with it. */
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

/** A filter by a text, whatever its case, in a column that an index has in the list's order. */
export function textFilter(
	{ table, scope }: Pick<NewestFirst, "table" | "scope">,
	column: string,
	value: string | undefined,
): Filter[] {
	if (value === undefined) return [];
	return [equalityFilter({ table, scope }, sql`lower(${sql.id(column)}) = lower(${value})`)];
}

/** A filter by one value of what an index has in the list's order. */
export function equalityFilter(
	{ table, scope }: Pick<NewestFirst, "table" | "scope">,
	keeps: RawBuilder<unknown>,
): Filter {
	const ids = sql`select id from ${sql.table(table)} where ${scope} and ${keeps}`;
	return { keeps, index: { ids, isInOrder: true } };
}

/** Whole days that a list is of. */
export interface Days {
	/** IANA name: the zone in which the two dates are whole days. */
	timeZone: string;
	/** YYYY-MM-DD, included. */
	fromDate?: string | undefined;
	/** YYYY-MM-DD, included. */
	toDate?: string | undefined;
}

/** Days bound the walk along the list, whose index has the time. */
export function dayFilters({ fromDate, toDate, timeZone }: Days): Filter[] {
	const bounds = [
		...(fromDate === undefined ? [] : [sql`created_at >= ${startOfDay(fromDate, 0, timeZone)}`]),
		...(toDate === undefined ? [] : [sql`created_at < ${startOfDay(toDate, 1, timeZone)}`]),
	];
	return bounds.map((keeps) => ({ keeps, isTime: true }));
}

/** The first moment of a day in a zone, some days after `date`, in ms since 1970. */
function startOfDay(date: string, daysLater: number, timeZone: string): RawBuilder<number> {
	return sql`(extract(epoch from ((${date}::date + ${daysLater}::int)::timestamp at time zone ${timeZone})) * 1000)::bigint`;
}
