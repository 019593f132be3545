import { type Database, lockKeyOf, rowsAs } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";

export async function insertCredential(
	transaction: Database,
	credential: Insertable<GatewayTables["client_credentials"]>,
): Promise<void> {
	await transaction.insertInto("client_credentials").values(credential).execute();
}

/** Times are business time; the last use is up to a minute old. */
export type ListedCredential = Pick<
	Selectable<GatewayTables["client_credentials"]>,
	"client_id" | "name" | "channel" | "scopes" | "token_lifetime_seconds" | "created_at" | "last_used_at" | "expires_at"
> & { created_by: { user_id: number; name: string } | null };

/** Newest first. */
export async function listValidCredentials(
	database: Database,
	merchantId: number,
	clientId?: string,
): Promise<ListedCredential[]> {
	const rows = await database
		.selectFrom("client_credentials as credential")
		.leftJoin("staff", "staff.id", "credential.created_by")
		.select([
			"client_id",
			"credential.name",
			"channel",
			"scopes",
			"token_lifetime_seconds",
			"credential.created_at",
			"expires_at",
			"last_used_at",
			"created_by as user_id",
			"staff.name as creator",
		])
		.where("credential.merchant_id", "=", merchantId)
		.where("revoked_at", "is", null)
		.$if(clientId !== undefined, (query) => query.where("client_id", "=", clientId ?? ""))
		.orderBy("credential.id", "desc")
		.execute();
	return rows.map(({ user_id, creator: name, ...credential }) => ({
		...credential,
		created_by: user_id === null || name === null ? null : { user_id, name },
	}));
}

/** Returns `false` without such a valid credential. */
export async function revokeStoredCredential(
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

/** Locks the creation of credentials for a merchant. */
export async function lockCredentials(transaction: Database, merchantId: number): Promise<void> {
	await sql`select pg_advisory_xact_lock(${lockKeyOf(`credentials of ${merchantId}`)})`.execute(transaction);
}

export async function countValidCredentials(transaction: Database, merchantId: number): Promise<number> {
	const { count } = await transaction
		.selectFrom("client_credentials")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("merchant_id", "=", merchantId)
		.where("revoked_at", "is", null)
		.executeTakeFirstOrThrow();
	return count;
}

/** Keeps a later use that another gateway stored. */
export async function writeLastUses(database: Database, uses: ReadonlyMap<string, number>): Promise<void> {
	const used = [...uses].map(([client_id, at]) => ({ client_id, at }));
	await sql`
		update client_credentials set last_used_at = used.at
		from ${rowsAs("used", { client_id: "text", at: "bigint" }, used)}
		where client_credentials.client_id = used.client_id and coalesce(last_used_at, 0) < used.at`.execute(database);
}

interface Expiry {
	merchantId: number;
	clientId: string;
	columns: { expires_at: number | null; reminder_due_at: number | null };
}

/** Returns the credential's name, unless it was revoked. */
export async function setExpiry(
	transaction: Database,
	{ merchantId, clientId, columns }: Expiry,
): Promise<string | undefined> {
	const changed = await transaction
		.updateTable("client_credentials")
		.set(columns)
		.where("merchant_id", "=", merchantId)
		.where("client_id", "=", clientId)
		.where("revoked_at", "is", null)
		.returning("name")
		.executeTakeFirst();
	return changed?.name;
}

/** Finds due reminders, and marks them as done. */
export async function claimDueReminders(transaction: Database, now: number) {
	const rows = await transaction
		.updateTable("client_credentials")
		.set({ reminder_due_at: null })
		.where("reminder_due_at", "<=", now)
		.where("revoked_at", "is", null)
		.returning(["merchant_id as merchantId", "name", "expires_at as expiresAt"])
		.execute();
	return rows.flatMap(({ expiresAt, ...row }) => (expiresAt === null ? [] : [{ ...row, expiresAt }]));
}

export function clientName(merchantId: number, clientId: RawBuilder<unknown>): RawBuilder<string | null> {
	return sql`coalesce(
		(select name from client_credentials where merchant_id = ${merchantId} and client_id = ${clientId}),
		(select business_name from partners where client_id = ${clientId}))`;
}

/** Includes revoked ones, and partners. */
export async function findClientNames(
	database: Database,
	merchantId: number,
	clientIds: string[],
): Promise<Map<string, string>> {
	const { rows } = await sql<{ client_id: string; name: string }>`
		select client_id, name from client_credentials
			where merchant_id = ${merchantId} and client_id = any(${clientIds}::text[])
		union all
		select client_id, business_name from partners where client_id = any(${clientIds}::text[])`.execute(database);
	return new Map(rows.map(({ client_id: clientId, name }) => [clientId, name]));
}
