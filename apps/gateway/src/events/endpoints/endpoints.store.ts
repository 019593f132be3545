import { type RawBuilder, type Selectable, sql } from "kysely";
import { lockKeyOf } from "../../db/advisory-locks.ts";
import type { Database } from "../../db/database.ts";
import type { GatewayTables } from "../../db/schema.ts";
import type { DisabledReason } from "../tables.ts";

/** An endpoint as it is stored. */
export type Endpoint = Selectable<GatewayTables["webhook_endpoints"]>;

/** Names an endpoint of a merchant. */
export interface EndpointId {
	merchantId: number;
	lookupId: string;
}

/**
 * Returns the condition under which an endpoint gets an event. A ping goes to the endpoint that it shows.
 *
 * @param endpoint the alias of `webhook_endpoints`
 * @param event an alias with `type` and `data`
 */
export function endpointGetsEvent(endpoint: string, event: string): RawBuilder<boolean> {
	const [to, of] = [sql.table(endpoint), sql.table(event)];
	return sql`(${to}.disabled_reason is null and case ${of}.type
		when 'ping' then ${to}.lookup_id = ${of}.data->>'lookup_id'
		else ${to}.types is null or ${of}.type = any(${to}.types) end)`;
}

/** Locks the number of a merchant's endpoints until the transaction ends. */
export async function lockEndpoints(transaction: Database, merchantId: number): Promise<void> {
	await sql`select pg_advisory_xact_lock(${lockKeyOf(`endpoints of ${merchantId}`)})`.execute(transaction);
}

/** Lists a merchant's endpoints, the oldest first. */
export function listEndpoints(database: Database, merchantId: number): Promise<Endpoint[]> {
	return database
		.selectFrom("webhook_endpoints")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.orderBy("id")
		.execute();
}

export function findEndpoint(database: Database, { merchantId, lookupId }: EndpointId): Promise<Endpoint | undefined> {
	return database
		.selectFrom("webhook_endpoints")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.where("lookup_id", "=", lookupId)
		.$if(database.isTransaction, (query) => query.forUpdate())
		.executeTakeFirst();
}

export type NewEndpoint = Pick<Endpoint, "lookup_id" | "merchant_id" | "url" | "types" | "description" | "created_at">;

export function insertEndpoint(transaction: Database, endpoint: NewEndpoint): Promise<Endpoint> {
	return transaction.insertInto("webhook_endpoints").values(endpoint).returningAll().executeTakeFirstOrThrow();
}

export type EndpointChange = Partial<
	Pick<Endpoint, "url" | "types" | "description" | "disabled_reason" | "failing_since" | "last_failed_at" | "pinged_at">
>;

export function updateEndpoint(transaction: Database, id: number, change: EndpointChange): Promise<Endpoint> {
	return transaction
		.updateTable("webhook_endpoints")
		.set(change)
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** Disables an endpoint. Returns it, or `undefined` if it was disabled or deleted before. */
export function disableStoredEndpoint(
	transaction: Database,
	id: number,
	reason: DisabledReason,
): Promise<Endpoint | undefined> {
	return transaction
		.updateTable("webhook_endpoints")
		.set({ disabled_reason: reason })
		.where("id", "=", id)
		.where("disabled_reason", "is", null)
		.returningAll()
		.executeTakeFirst();
}

/** Deletes an endpoint with its secrets. Returns `false` without such an endpoint. */
export async function deleteStoredEndpoint(
	transaction: Database,
	{ merchantId, lookupId }: EndpointId,
): Promise<number | undefined> {
	const deleted = await transaction
		.deleteFrom("webhook_endpoints")
		.where("merchant_id", "=", merchantId)
		.where("lookup_id", "=", lookupId)
		.returning("id")
		.executeTakeFirst();
	return deleted?.id;
}

/** Stores an endpoint's first secret, or the next one: the former one signs until `formerSignsUntil`, in real time. */
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

/** Deletes an endpoint's secrets that sign no longer, and returns the number of others. */
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
