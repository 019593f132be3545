import type { Database } from "../db/database.ts";

/** Whether anybody here moves real money. */
export async function hasLiveMerchant(database: Database): Promise<boolean> {
	const row = await database.selectFrom("merchants").select("id").where("mode", "=", "live").executeTakeFirst();
	return row !== undefined;
}
