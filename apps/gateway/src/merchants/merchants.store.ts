import type { Database } from "../db/database.ts";
import type { Merchant } from "./merchant.ts";

/** The merchants with the given numeric ids, by id. */
export async function findMerchants(database: Database, ids: number[]): Promise<Map<number, Merchant>> {
	if (ids.length === 0) return new Map();
	const rows = await database
		.selectFrom("merchants")
		.selectAll()
		.where("id", "in", [...new Set(ids)])
		.execute();
	return new Map(
		rows.map((row) => [
			row.id,
			{
				id: row.id,
				publicId: row.merchant_id,
				name: row.name,
				mode: row.mode,
				timeZone: row.time_zone,
				currencies: row.currencies,
			},
		]),
	);
}

/** Whether anybody here moves real money. */
export async function hasLiveMerchant(database: Database): Promise<boolean> {
	const row = await database.selectFrom("merchants").select("id").where("mode", "=", "live").executeTakeFirst();
	return row !== undefined;
}
