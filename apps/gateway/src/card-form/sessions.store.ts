import { type Database, deleteInSlices, lockKeyOf } from "@cardseal/platform/db";
import type { CardSession } from "@cardseal/vault";
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

const findByIds = `
	/* prepare: find-widget-sessions */
	select encode(id, 'hex') as id, merchant_id as "merchantId", expires_at as "expiresAt", language, browser
	from widget_sessions where id = any($1::bytea[])`;

/** Ids have 32 lower-case hexadecimal digits. */
export async function findSessions(database: Database, ids: string[]): Promise<(CardSession | undefined)[]> {
	const { rows } = await database.executeQuery<CardSession & { id: string }>(
		CompiledQuery.raw(findByIds, [ids.map((id) => Buffer.from(id, "hex"))]),
	);
	const sessions = new Map(rows.map(({ id, ...session }) => [id, session]));
	return ids.map((id) => sessions.get(id));
}

export async function deleteExpiredSessions(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "widget_sessions", sql`expires_at <= ${now}`);
}
