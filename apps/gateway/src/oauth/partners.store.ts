import type { Database } from "../db/database.ts";
import { partnerOf } from "../db/partner-row.ts";
import type { Partner } from "./client.ts";

/** Finds a partner that was not removed. */
export async function findPartner(database: Database, clientId: string): Promise<Partner | undefined> {
	const row = await database
		.selectFrom("partners")
		.selectAll()
		.where("client_id", "=", clientId)
		.where("removed_at", "is", null)
		.executeTakeFirst();
	return row && partnerOf(row);
}
