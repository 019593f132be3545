import { CompiledQuery, type Insertable, sql } from "kysely";
import { lockKeyOf } from "../db/advisory-locks.ts";
import type { Database } from "../db/database.ts";
import { deleteInSlices } from "../db/delete-in-slices.ts";
import type { WidgetSessionsTable } from "./tables.ts";

export async function insertSession(database: Database, session: Insertable<WidgetSessionsTable>): Promise<void> {
	await database.insertInto("widget_sessions").values(session).execute();
}

const minute = 60_000;

/**
 * Opens a session unless its network has opened `limit` within the last minute, at whichever merchants and gateways
 * (F-13). `false` when it has.
 */
export async function insertSessionWithin(
	database: Database,
	session: Insertable<WidgetSessionsTable>,
	limit: number,
): Promise<boolean> {
	return database.transaction().execute(async (transaction) => {
		const { client_network: network, created_at: now } = session;
		await sql`select pg_advisory_xact_lock(${lockKeyOf(`widget session ${network}`)})`.execute(transaction);
		const recent = await transaction
			.selectFrom("widget_sessions")
			.select("id")
			.where("client_network", "=", network)
			.where("created_at", ">", now - minute)
			.limit(limit)
			.execute();
		if (recent.length >= limit) return false;
		await insertSession(transaction, session);
		return true;
	});
}

/** What the vault has to know of a session. `expiresAt` is real time, ms since 1970. */
export interface StoredSession {
	merchantId: number;
	expiresAt: number;
}

const findByIds = `
	/* prepare: find-widget-sessions */
	select encode(id, 'hex') as id, merchant_id, expires_at from widget_sessions where id = any($1::bytea[])`;

/** For each id (32 hexadecimal digits in lower case) its session, unless there is none or it went with its time. */
export async function findSessions(database: Database, ids: string[]): Promise<(StoredSession | undefined)[]> {
	const { rows } = await database.executeQuery<{ id: string; merchant_id: number; expires_at: number }>(
		CompiledQuery.raw(findByIds, [ids.map((id) => Buffer.from(id, "hex"))]),
	);
	const sessions = new Map(rows.map((row) => [row.id, { merchantId: row.merchant_id, expiresAt: row.expires_at }]));
	return ids.map((id) => sessions.get(id));
}

/** Forgets the sessions that are over, and where their payers were. */
export async function deleteExpiredSessions(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "widget_sessions", sql`expires_at <= ${now}`);
}
