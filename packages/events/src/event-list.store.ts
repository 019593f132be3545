import type { Database } from "@cardseal/platform/db";
import { type RawBuilder, sql } from "kysely";
import type { EventType } from "./event-types.ts";
import { findEventsAt, type StoredEvent } from "./events.store.ts";

export interface EventPage {
	limit: number;
	beyond?: { direction: "before" | "after"; sequence: number } | undefined;
	types?: readonly EventType[] | undefined;
}

export interface EventsFound {
	/** Oldest first after a position, newest first otherwise. */
	events: StoredEvent[];
	/** `undefined` at the end. */
	continuesBeyond: number | undefined;
	hasOtherSide: boolean;
}

/** Every charge would write to that index. */
const unindexedType = "transaction.approved" satisfies EventType;

/** A million other events may be in between. */
const maximumRead = 10_000;

/** Pages with the unindexed type may have fewer events than the limit, although the list continues. */
export async function listEvents(database: Database, merchantId: number, page: EventPage): Promise<EventsFound> {
	const { limit, beyond, types } = page;
	const isAscending = beyond?.direction === "after";
	const list = { merchantId, types, isAscending };
	const isRead = types?.includes(unindexedType) === true;
	// Newly written events are not before it.
	const end = isRead ? await findEndOfReading(database, list, beyond?.sequence) : undefined;
	const found = await findPositions(database, list, { beyond: beyond?.sequence, end, limit: limit + 1 });
	const shown = found.slice(0, limit);
	const events = await findEventsAt(
		database,
		shown.map((sequence) => ({ merchantId, sequence })),
	);
	return {
		events: events.sort((one, other) => shown.indexOf(one.sequence) - shown.indexOf(other.sequence)),
		continuesBeyond: found.length > limit ? shown.at(-1) : end,
		hasOtherSide: beyond !== undefined && (await hasOtherSide(database, list, beyond.sequence)),
	};
}

interface EventList {
	merchantId: number;
	types?: EventPage["types"];
	isAscending: boolean;
}

/** Returns `undefined` if no event is behind it. */
async function findEndOfReading(
	database: Database,
	list: EventList,
	beyond: number | undefined,
): Promise<number | undefined> {
	const all = { ...list, types: undefined };
	const [first] = await findPositions(database, all, { beyond, limit: 1 });
	if (first === undefined) return undefined;
	const end = list.isAscending ? first + maximumRead - 1 : first - maximumRead + 1;
	const [next] = await findPositions(database, all, { beyond: end, limit: 1 });
	return next === undefined ? undefined : end;
}

/** Counts any event for the unindexed type. */
async function hasOtherSide(database: Database, list: EventList, sequence: number): Promise<boolean> {
	const { types, isAscending } = list;
	const other = {
		...list,
		types: types?.includes(unindexedType) ? undefined : types,
		isAscending: !isAscending,
	};
	const beyond = isAscending ? sequence + 1 : sequence - 1;
	return (await findPositions(database, other, { beyond, limit: 1 })).length > 0;
}

async function findPositions(
	database: Database,
	{ merchantId, types, isAscending }: EventList,
	{ beyond, end, limit }: { beyond: number | undefined; end?: number | undefined; limit: number },
): Promise<number[]> {
	const [order, after, upTo] = isAscending ? [sql`asc`, sql`>`, sql`<=`] : [sql`desc`, sql`<`, sql`>=`];
	const isWithin = sql`
		${beyond === undefined ? sql`true` : sql`sequence ${after} ${beyond}`}
		and ${end === undefined ? sql`true` : sql`sequence ${upTo} ${end}`}`;
	const parts = conditionsOf(types).map(
		(isOfType) => sql`(
			select sequence from events where merchant_id = ${merchantId} and ${isOfType} and ${isWithin}
			order by sequence ${order} limit ${limit})`,
	);
	const { rows } = await sql<{ sequence: number }>`
		select sequence from (${sql.join(parts, sql` union all `)}) as found order by sequence ${order} limit ${limit}`.execute(
		database,
	);
	return rows.map(({ sequence }) => sequence);
}

function conditionsOf(types: EventPage["types"]): RawBuilder<unknown>[] {
	if (types === undefined) return [sql`true`];
	const isIndexed = sql`type <> ${sql.lit(unindexedType)}`;
	return types.map((type) => (type === unindexedType ? sql`type = ${type}` : sql`type = ${type} and ${isIndexed}`));
}
