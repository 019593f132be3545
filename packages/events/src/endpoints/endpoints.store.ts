import { type Database, lockKeyOf } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import type { DisabledReason } from "../tables.ts";

export type Endpoint = Selectable<GatewayTables["webhook_endpoints"]>;

export type Maker = Pick<Endpoint, "client_id" | "grant_id" | "staff_id">;

/** Restricted to the endpoints of a grant, if given. */
export interface EndpointScope {
	merchantId: number;
	grantId?: string | undefined;
}

export interface EndpointId extends EndpointScope {
	lookupId: string;
}

/**
 * A ping goes to the endpoint that it shows.
 * @param event an alias with `type` and `data`
 */
export function endpointGetsEvent(endpoint: string, event: string): RawBuilder<boolean> {
	const [to, of] = [sql.table(endpoint), sql.table(event)];
	return sql`(${to}.disabled_reason is null and case ${of}.type
		when 'ping' then ${to}.lookup_id = ${of}.data->>'lookup_id'
		else ${to}.types is null or ${of}.type = any(${to}.types) end)`;
}

/** Keeps the number of endpoints. */
export async function lockEndpoints(transaction: Database, merchantId: number): Promise<void> {
	await sql`select pg_advisory_xact_lock(${lockKeyOf(`endpoints of ${merchantId}`)})`.execute(transaction);
}

/**
 * Locks the maker first, as revocations do.
 * @returns false for a maker that was revoked or removed
 */
export async function lockMaker(transaction: Database, maker: Maker): Promise<boolean> {
	const rowOf = makerRow(maker);
	if (rowOf === undefined) return true;
	const { rows } = await sql`${rowOf} for share`.execute(transaction);
	return rows.length > 0;
}

function makerRow({ client_id, grant_id, staff_id }: Maker): RawBuilder<unknown> | undefined {
	if (client_id !== null) {
		return sql`select from client_credentials where client_id = ${client_id} and revoked_at is null`;
	}
	if (grant_id !== null) {
		return sql`
			select from oauth_grants join partners on partners.id = partner_id
			where grant_id = ${grant_id} and revoked_at is null and removed_at is null`;
	}
	return staff_id === null ? undefined : sql`select from staff where id = ${staff_id} and removed_at is null`;
}

export function listEndpoints(database: Database, { merchantId, grantId }: EndpointScope): Promise<Endpoint[]> {
	return database
		.selectFrom("webhook_endpoints")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.$if(grantId !== undefined, (query) => query.where("grant_id", "=", grantId ?? null))
		.orderBy("id")
		.execute();
}

/** Includes the partner's other grants. */
export async function listIdsOfPartner(
	database: Database,
	{ merchantId, grantId }: { merchantId: number; grantId: string },
): Promise<number[]> {
	const { rows } = await sql<{ id: number }>`
		select endpoint.id from webhook_endpoints endpoint join oauth_grants using (grant_id)
		where endpoint.merchant_id = ${merchantId}
			and partner_id = (select partner_id from oauth_grants where grant_id = ${grantId})`.execute(database);
	return rows.map(({ id }) => id);
}

export function findEndpoint(
	database: Database,
	{ merchantId, grantId, lookupId }: EndpointId,
	{ isLocked = false } = {},
): Promise<Endpoint | undefined> {
	return database
		.selectFrom("webhook_endpoints")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where("lookup_id", "=", lookupId)
		.$if(grantId !== undefined, (query) => query.where("grant_id", "=", grantId ?? null))
		.$if(isLocked, (query) => query.forUpdate())
		.executeTakeFirst();
}

export function insertEndpoint(
	transaction: Database,
	endpoint: Insertable<GatewayTables["webhook_endpoints"]>,
): Promise<Endpoint> {
	return transaction.insertInto("webhook_endpoints").values(endpoint).returningAll().executeTakeFirstOrThrow();
}

export function updateEndpoint(
	transaction: Database,
	id: number,
	change: Updateable<GatewayTables["webhook_endpoints"]>,
): Promise<Endpoint> {
	return transaction
		.updateTable("webhook_endpoints")
		.set(change)
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** Returns `undefined` for a disabled, deleted or changed endpoint. */
export function disableStoredEndpoint(
	transaction: Database,
	{ id, url }: Pick<Endpoint, "id" | "url">,
	reason: DisabledReason,
): Promise<Endpoint | undefined> {
	return transaction
		.updateTable("webhook_endpoints")
		.set({ disabled_reason: reason })
		.where("id", "=", id)
		.where("url", "=", url)
		.where("disabled_reason", "is", null)
		.returningAll()
		.executeTakeFirst();
}

export type EndpointsOf = { clientIds: string[] } | { grantIds: string[] } | { staffId: number; lookupIds: string[] };

/** Returns also those that were disabled before. */
export async function disableEndpointsOfMakers(
	transaction: Database,
	of: EndpointsOf,
): Promise<(Endpoint & { was_enabled: boolean })[]> {
	const { rows } = await sql<Endpoint & { was_enabled: boolean }>`
		update webhook_endpoints set disabled_reason = 'revoked'
		from (
			select id, disabled_reason is null as was_enabled from webhook_endpoints where ${madeBy(of)} order by id for update
		) as former
		where webhook_endpoints.id = former.id
		returning webhook_endpoints.*, was_enabled`.execute(transaction);
	return rows;
}

function madeBy(of: EndpointsOf): RawBuilder<boolean> {
	if ("clientIds" in of) return sql`client_id = any(${of.clientIds}::text[])`;
	if ("grantIds" in of) return sql`grant_id = any(${of.grantIds}::text[])`;
	return sql`staff_id = ${of.staffId} and lookup_id = any(${of.lookupIds}::text[])`;
}

export function listEndpointsOfStaff(database: Database, staffId: number): Promise<Endpoint[]> {
	return database
		.selectFrom("webhook_endpoints")
		.selectAll()
		.where("staff_id", "=", staffId)
		.where("disabled_reason", "is", null)
		.orderBy("id")
		.execute();
}

export async function deleteStoredEndpoint(transaction: Database, id: number): Promise<void> {
	await transaction.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
}

export async function deleteDeliveries(transaction: Database, endpointId: number): Promise<void> {
	await sql`
		delete from webhook_deliveries as delivery using (
			select sequence from webhook_deliveries where endpoint_id = ${endpointId} order by sequence for update
		) as locked
		where delivery.endpoint_id = ${endpointId} and delivery.sequence = locked.sequence`.execute(transaction);
}

/** `formerSignsUntil` is real time. */
export async function storeSecret(
	transaction: Database,
	endpointId: number,
	{ sealed, formerSignsUntil }: { sealed: Buffer; formerSignsUntil: number },
): Promise<void> {
	await transaction
		.updateTable("webhook_secrets")
		.set({ signs_until: formerSignsUntil })
		.where("endpoint_id", "=", endpointId)
		.where("signs_until", "is", null)
		.execute();
	await transaction
		.insertInto("webhook_secrets")
		.values({ endpoint_id: endpointId, sealed_secret: sealed, signs_until: null })
		.execute();
}

/** Deletes expired secrets. */
export async function countValidSecrets(transaction: Database, endpointId: number, now: number): Promise<number> {
	await transaction
		.deleteFrom("webhook_secrets")
		.where("endpoint_id", "=", endpointId)
		.where("signs_until", "<=", now)
		.execute();
	const { count } = await transaction
		.selectFrom("webhook_secrets")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("endpoint_id", "=", endpointId)
		.executeTakeFirstOrThrow();
	return count;
}
