import type { Language } from "@cardseal/platform";
import { type Database, deleteInSlices, lockKeyOf } from "@cardseal/platform/db";
import type { Browser } from "@cardseal/vault";
import { CompiledQuery, type Insertable, sql } from "kysely";
import type { WidgetSessionsTable } from "./tables.ts";

export async function insertSession(database: Database, session: Insertable<WidgetSessionsTable>): Promise<void> {
	await database.insertInto("widget_sessions").values(session).execute();
}

const minute = 60_000;

/** Returns `false` above the network's `limit` a minute, across merchants and gateways (F-13). */
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

/** `expiresAt` is real time, ms since 1970. */
export interface StoredSession {
	merchantId: number;
	expiresAt: number;
	language: Language | null;
	browser: Browser | null;
}

const findByIds = `
	/* prepare: find-widget-sessions */
	select encode(id, 'hex') as id, merchant_id, expires_at, language, browser from widget_sessions where id = any($1::bytea[])`;

/** Ids have 32 lower-case hexadecimal digits. */
export async function findSessions(database: Database, ids: string[]): Promise<(StoredSession | undefined)[]> {
	const { rows } = await database.executeQuery<{
		id: string;
		merchant_id: number;
		expires_at: number;
		language: Language | null;
		browser: Browser | null;
	}>(CompiledQuery.raw(findByIds, [ids.map((id) => Buffer.from(id, "hex"))]));
	const sessions = new Map(
		rows.map(({ id, merchant_id, expires_at, language, browser }) => [
			id,
			{ merchantId: merchant_id, expiresAt: expires_at, language, browser },
		]),
	);
	return ids.map((id) => sessions.get(id));
}

export async function deleteExpiredSessions(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "widget_sessions", sql`expires_at <= ${now}`);
}
