import { type Database, deleteInSlices } from "@cardseal/platform/db";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, sql } from "kysely";

export async function insertSavedRequest(
	database: Database,
	request: Insertable<GatewayTables["oauth_saved_requests"]>,
): Promise<void> {
	await database.insertInto("oauth_saved_requests").values(request).execute();
}

/** `now` is ms since 1970. */
export async function findSavedQuery(
	database: Database,
	{ ticketHash, now }: { ticketHash: Buffer; now: number },
): Promise<string | undefined> {
	const row = await database
		.selectFrom("oauth_saved_requests")
		.select("query")
		.where("ticket_hash", "=", ticketHash)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return row?.query;
}

export async function deleteExpiredSavedRequests(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "oauth_saved_requests", sql`expires_at < ${now}`);
}
