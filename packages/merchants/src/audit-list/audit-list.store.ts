import type { ListedEvent, SealedEvent } from "@cardseal/platform/audit";
import { type Database, type PageRequest, readList, startOfDay } from "@cardseal/platform/db";
import { type RawBuilder, sql } from "kysely";

export interface EventFilter {
	merchant: string | undefined;
	from: number | undefined;
}

export async function listEvents(
	database: Database,
	{ merchant, from }: EventFilter,
	after: number,
	limit: number,
): Promise<ListedEvent[]> {
	const all = database
		.selectFrom("audit_log")
		.leftJoin("merchants", "merchants.id", "audit_log.merchant_id")
		.selectAll("audit_log")
		.select("merchants.merchant_id as merchant")
		.where("sequence", ">", after);
	const ofMerchant = merchant === undefined ? all : all.where("merchants.merchant_id", "=", merchant);
	const recent = from === undefined ? ofMerchant : ofMerchant.where("occurred_at", ">=", from);
	return recent.orderBy("sequence").limit(limit).execute();
}

export interface MerchantEvent extends SealedEvent {
	id: number;
	created_at: number;
	actor_name: string | null;
	object_name: string | null;
	currency: string | null;
}

export interface EventFilters {
	types?: string[] | undefined;
	without?: string[] | undefined;
	actorKind?: SealedEvent["actor_kind"] | undefined;
	/** YYYY-MM-DD in the time zone, inclusive. */
	fromDate?: string | undefined;
	toDate?: string | undefined;
	timeZone: string;
}

/** SQL by which services name what an event is about. */
export interface AuditNames {
	/** Each selects `lookup_id` and `name` of a service's objects whose ids are in `wanted`. */
	objects: readonly ((merchantId: number) => RawBuilder<unknown>)[];
	/** Patterns of the events whose object is a staff member. */
	staffEvents: readonly string[];
	staffName(merchantId: number, id: RawBuilder<unknown>): RawBuilder<string | null>;
	clientName(merchantId: number, clientId: RawBuilder<unknown>): RawBuilder<string | null>;
	currencyOf(merchantId: number, transactionId: RawBuilder<unknown>): RawBuilder<string | null>;
}

/**
 * Lists up to `limit + 1` events, nearest first. A live merchant also sees events about its staff, which belong to its
 * demo twin.
 */
export function listMerchantEvents(
	database: Database,
	merchantId: number,
	filters: EventFilters,
	{ limit, beyond }: PageRequest,
	{ staffEvents, staffName, clientName, currencyOf }: AuditNames,
): Promise<MerchantEvent[]> {
	const direction = beyond?.direction === "before" ? sql`asc` : sql`desc`;
	const sequences = eventsSeenBy(merchantId, staffEvents).map(
		(isSeen) => sql`(
			select sequence from audit_log where ${isSeen} and ${conditionsOf(filters)} and ${isBeyond(beyond)}
			order by sequence ${direction} limit ${limit + 1})`,
	);
	return readList(database, merchantId, (transaction) =>
		transaction
			.selectFrom("audit_log")
			.selectAll("audit_log")
			.select(["audit_log.sequence as id", "audit_log.occurred_at as created_at"])
			.select((row) => [
				row.fn
					.coalesce(
						staffName(merchantId, sql`case when actor_kind = 'staff' then actor_id end`),
						clientName(merchantId, sql`case when actor_kind = 'client' then actor_id end`),
					)
					.as("actor_name"),
				row.fn
					.coalesce(
						staffName(merchantId, sql`case when audit_log.type like any(${[...staffEvents]}::text[]) then object end`),
						clientName(merchantId, sql`coalesce(details->>'partner', object)`),
					)
					.as("object_name"),
				sql<string | null>`case when details ? 'amount_cents' then coalesce(
				${currencyOf(merchantId, sql`coalesce(details->>'original', details->>'transaction')`)}, 'CAD') end`.as(
					"currency",
				),
			])
			.where(sql<boolean>`sequence in (${sql.join(sequences, sql` union all `)})`)
			.orderBy(sql`sequence ${direction}`)
			.limit(limit + 1)
			.execute(),
	);
}

/** Staff and their invitations belong to the demo twin of a live merchant. */
function eventsSeenBy(merchantId: number, staffEvents: readonly string[]): RawBuilder<boolean>[] {
	const types = [...staffEvents, "invitation.%"];
	return [
		sql`merchant_id = ${merchantId}`,
		sql`merchant_id = (select demo_twin_id from merchants where id = ${merchantId}) and type like any(${types}::text[])`,
	];
}

function isBeyond(beyond: PageRequest["beyond"]): RawBuilder<boolean> {
	if (beyond === undefined) return sql`true`;
	return beyond.direction === "before" ? sql`sequence > ${beyond.position.id}` : sql`sequence < ${beyond.position.id}`;
}

function conditionsOf({ types, without, actorKind, fromDate, toDate, timeZone }: EventFilters): RawBuilder<boolean> {
	const conditions = [
		sql`true`,
		...(types === undefined ? [] : [sql`audit_log.type = any(${types}::text[])`]),
		...(without === undefined ? [] : [sql`audit_log.type <> all(${without}::text[])`]),
		...(actorKind === undefined ? [] : [sql`actor_kind = ${actorKind}`]),
		...(fromDate === undefined ? [] : [sql`occurred_at >= ${startOfDay(fromDate, 0, timeZone)}`]),
		...(toDate === undefined ? [] : [sql`occurred_at < ${startOfDay(toDate, 1, timeZone)}`]),
	];
	return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** @param ids lookup ids; other texts find nothing */
export async function findNames(
	database: Database,
	merchantId: number,
	ids: string[],
	{ objects }: Pick<AuditNames, "objects">,
): Promise<Map<string, string>> {
	const parts = objects.map((named) => named(merchantId));
	const { rows } = await sql<{ lookup_id: string; name: string }>`
		with wanted as (select unnest(${ids}::text[]) as lookup_id)
		${sql.join(parts, sql` union all `)}`.execute(database);
	return new Map(rows.map(({ lookup_id: id, name }) => [id, name]));
}

/** Selects the merchant itself, if it is wanted. */
export function namedMerchant(merchantId: number): RawBuilder<unknown> {
	return sql`select lookup_id, name from merchants join wanted on merchant_id = lookup_id where merchants.id = ${merchantId}`;
}

export async function findMerchantRow(database: Database, publicId: string): Promise<number | undefined> {
	const row = await database
		.selectFrom("merchants")
		.select("id")
		.where("merchant_id", "=", publicId)
		.executeTakeFirst();
	return row?.id;
}
