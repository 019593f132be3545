import { type Insertable, sql } from "kysely";
import { lockKeyOf } from "../../db/advisory-locks.ts";
import type { Database } from "../../db/database.ts";
import type { GatewayTables } from "../../db/schema.ts";
import type { Channel } from "../../merchants/channel.ts";
import type { Scope } from "../scopes.ts";

/** A credential that was not revoked, with the name of who made it. */
export interface LivingCredential {
	client_id: string;
	name: string;
	channel: Channel;
	scopes: Scope[];
	token_lifetime_seconds: number;
	created_at: number;
	last_used_at: number | null;
	created_by: number | null;
	creator: string | null;
}

/** Writes a new credential down. */
export async function insertCredential(
	transaction: Database,
	credential: Insertable<GatewayTables["client_credentials"]>,
): Promise<void> {
	await transaction.insertInto("client_credentials").values(credential).execute();
}

/** A merchant's living credentials, the newest first. */
export function listLivingCredentials(database: Database, merchantId: number): Promise<LivingCredential[]> {
	return livingCredentials(database, merchantId).orderBy("credential.id", "desc").execute();
}

/** One that is there. */
export function getLivingCredential(
	database: Database,
	merchantId: number,
	clientId: string,
): Promise<LivingCredential> {
	return livingCredentials(database, merchantId).where("client_id", "=", clientId).executeTakeFirstOrThrow();
}

function livingCredentials(database: Database, merchantId: number) {
	return database
		.selectFrom("client_credentials as credential")
		.leftJoin("staff", "staff.id", "credential.created_by")
		.select([
			"client_id",
			"credential.name",
			"channel",
			"scopes",
			"token_lifetime_seconds",
			"credential.created_at",
			"last_used_at",
			"created_by",
			"staff.name as creator",
		])
		.where("credential.merchant_id", "=", merchantId)
		.where("revoked_at", "is", null);
}

/** Ends a merchant's credential, and with it every token it has. `false` when there is no such living one. */
export async function endCredential(
	transaction: Database,
	{ merchantId, clientId, now }: { merchantId: number; clientId: string; now: number },
): Promise<boolean> {
	const ended = await transaction
		.updateTable("client_credentials")
		.set({ revoked_at: now })
		.where("merchant_id", "=", merchantId)
		.where("client_id", "=", clientId)
		.where("revoked_at", "is", null)
		.returning("id")
		.executeTakeFirst();
	return ended !== undefined;
}

/** Waits until nobody else makes credentials for a merchant. The lock goes with the transaction. */
export async function lockCredentials(transaction: Database, merchantId: number): Promise<void> {
	await sql`select pg_advisory_xact_lock(${lockKeyOf(`credentials of ${merchantId}`)})`.execute(transaction);
}

/** How many living credentials a merchant has. */
export async function countLivingCredentials(transaction: Database, merchantId: number): Promise<number> {
	const { count } = await transaction
		.selectFrom("client_credentials")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("merchant_id", "=", merchantId)
		.where("revoked_at", "is", null)
		.executeTakeFirstOrThrow();
	return count;
}

/** When credentials were last used, by their client ids. Another gateway may know of a later use. */
export async function writeLastUses(database: Database, uses: ReadonlyMap<string, number>): Promise<void> {
	await sql`
		update client_credentials set last_used_at = used.at
		from unnest(${[...uses.keys()]}::text[], ${[...uses.values()]}::bigint[]) as used (client_id, at)
		where client_credentials.client_id = used.client_id and coalesce(last_used_at, 0) < used.at`.execute(database);
}
