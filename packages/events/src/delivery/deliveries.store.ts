import { type Database, deleteInSlices, type PageRequest, readList, rowsAs } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { type EndpointScope, endpointGetsEvent } from "../endpoints/endpoints.store.ts";
import type { EventType } from "../event-types.ts";
import type { DeliveryError } from "./delivery-error.ts";

export interface ClaimedDelivery {
	endpointId: number;
	lookupId: string;
	merchantId: number;
	url: string;
	sequence: number;
	attempt: number;
	slots: number;
}

/** Bytes of an event for each further slot. */
const slotBytes = 16_384;

/** `event` is an alias with `data`. */
export function slotsOf(event: string): RawBuilder<number> {
	return sql`(1 + coalesce(octet_length(${sql.ref(`${event}.data`)}::text), 0) / ${sql.lit(slotBytes)})`;
}

export interface DeliveryClaim {
	now: number;
	/** Ends the lease of a gateway that died. */
	claimedUntil: number;
	/** The last delivery may exceed it. */
	slots: number;
	perMerchant: number;
	held: ReadonlyMap<number, number>;
	/** The limits of an endpoint, and of one that failed last, for all gateways together. */
	perEndpoint: number;
	perFailingEndpoint: number;
}

/**
 * Claims the longest overdue deliveries of merchants with the fewest slots first. Reads a few rows of each endpoint,
 * whose thousands of events would cost the others. Locks endpoints, so that gateways together keep to the limits; waits
 * for no lock.
 */
export async function claimDeliveries(database: Database, claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
	const { now, claimedUntil, slots, perMerchant, held, perEndpoint, perFailingEndpoint } = claim;
	const { rows } = await sql<ClaimedDelivery>`
		/* prepare: claim-deliveries */
		with recursive waiting (endpoint_id) as (
			(select endpoint_id from webhook_deliveries order by endpoint_id limit 1)
			union all
			select (
				select endpoint_id from webhook_deliveries where endpoint_id > waiting.endpoint_id
				order by endpoint_id limit 1
			) from waiting where endpoint_id is not null
		), endpoint as (
			select id, merchant_id,
				case when failing_since is null then ${perEndpoint}::integer else ${perFailingEndpoint}::integer end as most
			from webhook_endpoints
			where id = any(array(select endpoint_id from waiting)) and disabled_reason is null
		), due as (
			select endpoint.id, endpoint.merchant_id, next.*
			from endpoint cross join lateral (
				select sequence, due_at, slots from webhook_deliveries
				where endpoint_id = endpoint.id and due_at <= ${now}::bigint
				order by due_at, sequence
				limit greatest(0, most - (
					select count(*) from webhook_deliveries
					where endpoint_id = endpoint.id and claimed_until is not null and claimed_until > ${now}::bigint
				))
			) as next
		), shared as (
			select due.*, coalesce(held.slots, 0) + sum(due.slots) over (
				partition by merchant_id order by due_at, id, sequence
			) - due.slots as taken_by_merchant
			from due left join unnest(${[...held.keys()]}::bigint[], ${[...held.values()]}::bigint[]) as held (merchant_id, slots)
				using (merchant_id)
		), allowed as (
			select id, sequence, slots, sum(slots) over (order by taken_by_merchant, due_at, id, sequence) - slots as taken
			from shared where taken_by_merchant < ${perMerchant}::bigint
		), chosen as (
			select id, sequence from allowed where taken < ${slots}::bigint
		), locked as (
			select id, lookup_id, merchant_id, url from webhook_endpoints
			where id = any(array(select id from chosen)) and disabled_reason is null
			for no key update skip locked
		), picked as (
			-- Tested again, as another gateway may have claimed the row since.
			select locked.*, delivery.sequence
			from chosen join locked using (id) join webhook_deliveries as delivery
				on delivery.endpoint_id = chosen.id and delivery.sequence = chosen.sequence and delivery.due_at <= ${now}::bigint
			for update of delivery skip locked
		)
		update webhook_deliveries as delivery
		set due_at = ${claimedUntil}::bigint, claimed_until = ${claimedUntil}::bigint
		from picked where delivery.endpoint_id = picked.id and delivery.sequence = picked.sequence
		returning picked.id as "endpointId", picked.lookup_id as "lookupId", picked.merchant_id as "merchantId", picked.url,
			picked.sequence, delivery.attempts + 1 as attempt, delivery.slots`.execute(database);
	// Most receivers expect this order.
	return rows.sort((one, other) => one.sequence - other.sequence);
}

export interface Attempt {
	endpointId: number;
	sequence: number;
	eventId: string;
	type: EventType;
	attempt: number;
	attemptedAt: number;
	status: number | null;
	durationMs: number;
	/** `null`: delivered. */
	error: DeliveryError | null;
	response: string;
	/** `null` after the last attempt. */
	nextAt: number | null;
}

export interface Outage {
	endpointId: number;
	failingSince: number;
	lastFailedAt: number;
}

const attemptTypes = {
	endpoint_id: "bigint",
	sequence: "bigint",
	event_id: "text",
	type: "text",
	attempt: "integer",
	attempted_at: "bigint",
	status: "integer",
	duration_ms: "integer",
	error: "text",
	response: "text",
	next_at: "bigint",
};

function rowOf({ endpointId, eventId, attemptedAt, durationMs, nextAt, ...attempt }: Attempt) {
	return {
		...attempt,
		endpoint_id: endpointId,
		event_id: eventId,
		attempted_at: attemptedAt,
		duration_ms: durationMs,
		next_at: nextAt,
	};
}

/**
 * Locks endpoints before deliveries, each in the order of the key, to avoid deadlocks.
 * @param outagePauseMs failures that are further apart belong to two outages
 * @returns the outages of the endpoints without a success
 */
export async function recordAttempts(
	database: Database,
	attempts: Attempt[],
	{ outagePauseMs }: { outagePauseMs: number },
): Promise<Outage[]> {
	const { rows } = await sql<Outage>`
		/* prepare: record-deliveries */
		with result as (
			select * from ${rowsAs("result", attemptTypes, attempts.map(rowOf))}
		), tried as (
			select endpoint_id, bool_or(error is null) as is_well, min(attempted_at) as first_at, max(attempted_at) as last_at
			from result where error is distinct from 'event_unreadable' group by endpoint_id
		), endpoint as (
			select id, is_well, first_at, last_at from webhook_endpoints join tried on id = endpoint_id
			where failing_since is not null or not is_well
			order by id
			for no key update of webhook_endpoints
		), sent as (
			select endpoint_id, sequence, attempt, next_at from webhook_deliveries join result using (endpoint_id, sequence)
			where (select count(*) from endpoint) >= 0
			order by endpoint_id, sequence
			for update of webhook_deliveries
		), done as (
			delete from webhook_deliveries as delivery using sent
			where delivery.endpoint_id = sent.endpoint_id and delivery.sequence = sent.sequence and sent.next_at is null
		), postponed as (
			update webhook_deliveries as delivery set due_at = sent.next_at, claimed_until = null, attempts = sent.attempt
			from sent
			where delivery.endpoint_id = sent.endpoint_id and delivery.sequence = sent.sequence and sent.next_at is not null
		), listed as (
			insert into webhook_attempts
				(endpoint_id, event_id, type, attempt, attempted_at, status, duration_ms, error, response)
			select endpoint_id, event_id, type, attempt, attempted_at, status, duration_ms, error, response from result
			order by attempted_at
		), well as (
			update webhook_endpoints set failing_since = null, last_failed_at = null
			from endpoint where webhook_endpoints.id = endpoint.id and is_well
		)
		update webhook_endpoints
		set failing_since = case when last_failed_at >= last_at - ${outagePauseMs}::bigint then failing_since else first_at end,
			last_failed_at = greatest(last_failed_at, last_at)
		from endpoint where webhook_endpoints.id = endpoint.id and not is_well
		returning webhook_endpoints.id as "endpointId", failing_since as "failingSince", last_failed_at as "lastFailedAt"`.execute(
		database,
	);
	return rows;
}

/** The current one first. */
export interface SealedSecrets {
	endpointId: number;
	sealed: Buffer[];
}

export async function listValidSecrets(
	database: Database,
	endpointIds: number[],
	now: number,
): Promise<SealedSecrets[]> {
	const { rows } = await sql<SealedSecrets>`
		/* prepare: webhook-secrets */
		select endpoint_id as "endpointId", array_agg(sealed_secret order by id desc) as sealed
		from webhook_secrets
		where endpoint_id = any(${endpointIds}::bigint[]) and (signs_until is null or signs_until > ${now}::bigint)
		group by endpoint_id`.execute(database);
	return rows;
}

/**
 * Excludes deliveries in flight.
 * @returns the lookup ids of the endpoints
 */
export async function queueAgain(
	database: Database,
	{ merchantId, grantId, sequence, now }: EndpointScope & { sequence: number; now: number },
): Promise<string[]> {
	const { rows } = await sql<{ lookup_id: string }>`
		with getting as (
			select endpoint.id, endpoint.lookup_id, event.sequence, ${slotsOf("event")} as slots
			from events as event join webhook_endpoints as endpoint on endpoint.merchant_id = event.merchant_id
			where event.merchant_id = ${merchantId} and event.sequence = ${sequence}
				and ${endpointGetsEvent("endpoint", "event")}
				and (${grantId ?? null}::text is null or endpoint.grant_id = ${grantId ?? null})
		), queued as (
			insert into webhook_deliveries as delivery (endpoint_id, sequence, slots, due_at)
			select id, sequence, slots, ${now}::bigint from getting order by id
			on conflict (endpoint_id, sequence) do update set due_at = excluded.due_at, attempts = 0, claimed_until = null
			where delivery.claimed_until is null or delivery.claimed_until <= ${now}::bigint
		)
		select lookup_id from getting order by id`.execute(database);
	return rows.map(({ lookup_id: lookupId }) => lookupId);
}

/** Skips locked rows, to avoid deadlocks. */
export async function deleteStrayDeliveries(database: Database): Promise<void> {
	const isStray = sql`not exists (
		select from webhook_endpoints join events using (merchant_id)
		where webhook_endpoints.id = endpoint_id and disabled_reason is null and events.sequence = webhook_deliveries.sequence
	)`;
	await deleteInSlices(database, "webhook_deliveries", isStray, { skipsLocked: true });
}

export type StoredAttempt = Selectable<GatewayTables["webhook_attempts"]> & { next_at: number | null };

/** Returns up to `limit + 1` attempts, nearest first. */
export async function listAttempts(
	database: Database,
	{ merchantId, endpointId, eventId }: { merchantId: number; endpointId: number; eventId: string | undefined },
	{ limit, beyond }: PageRequest,
): Promise<StoredAttempt[]> {
	const isBackwards = beyond?.direction === "before";
	const attempts = (reading: Database) =>
		reading
			.selectFrom("webhook_attempts as attempt")
			.selectAll()
			.select(
				sql<number | null>`(
				select due_at from events join webhook_deliveries as delivery using (sequence)
				where events.event_id = attempt.event_id and delivery.endpoint_id = attempt.endpoint_id
					and delivery.attempts = attempt.attempt and attempt.error is not null and claimed_until is null
			)`.as("next_at"),
			)
			.where("endpoint_id", "=", endpointId)
			.$if(eventId !== undefined, (query) => query.where("attempt.event_id", "=", eventId ?? ""))
			.$if(beyond !== undefined, (query) => query.where("id", isBackwards ? ">" : "<", beyond?.position.id ?? 0))
			.orderBy("id", isBackwards ? "asc" : "desc")
			.limit(limit + 1)
			.execute();
	return readList(database, merchantId, attempts);
}

const sliceRows = 5_000;

/** Ids follow times, to within moments. */
export async function deleteOldAttempts(database: Database, before: number): Promise<void> {
	const oldest = sql`select id, attempted_at from webhook_attempts order by id limit ${sql.lit(sliceRows)}`;
	const condition = sql`id = any(array(select id from (${oldest}) as oldest where attempted_at < ${before}))`;
	await deleteInSlices(database, "webhook_attempts", condition, { sliceRows });
}

/** Steps through the index of endpoints, as most have many attempts. */
export async function deleteStrayAttempts(database: Database): Promise<void> {
	const { rows } = await sql<{ id: number }>`
		with recursive known (id) as (
			(select endpoint_id from webhook_attempts order by endpoint_id limit 1)
			union all
			select (
				select endpoint_id from webhook_attempts where endpoint_id > known.id order by endpoint_id limit 1
			) from known where id is not null
		)
		select id from known
		where id is not null and not exists (select from webhook_endpoints as endpoint where endpoint.id = known.id)
		`.execute(database);
	for (const { id } of rows) await deleteInSlices(database, "webhook_attempts", sql`endpoint_id = ${id}`);
}
