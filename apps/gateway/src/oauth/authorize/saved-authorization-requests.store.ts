import { type Insertable, sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { deleteInSlices } from "../../db/delete-in-slices.ts";
import type { GatewayTables } from "../../db/schema.ts";

export async function insertLink(database: Database, link: Insertable<GatewayTables["oauth_links"]>): Promise<void> {
	await database.insertInto("oauth_links").values(link).execute();
}

/** Finds the query of a link that is valid at `now`, ms since 1970. */
export async function findSavedQuery(
	database: Database,
	{ ticketHash, now }: { ticketHash: Buffer; now: number },
): Promise<string | undefined> {
	const row = await database
		.selectFrom("oauth_links")
		.select("query")
		.where("ticket_hash", "=", ticketHash)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return row?.query;
}

/** Deletes expired links. */
export async function deleteExpiredLinks(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "oauth_links", sql`expires_at < ${now}`);
}
