import type { Database } from "../db/database.ts";

/** The origins that a merchant allows, in the order of the alphabet. */
export async function listOrigins(database: Database, merchantId: number): Promise<string[]> {
	const rows = await database
		.selectFrom("widget_origins")
		.select("origin")
		.where("merchant_id", "=", merchantId)
		.orderBy("origin")
		.execute();
	return rows.map(({ origin }) => origin);
}

/** Allows an origin. `false` when it was allowed already. */
export async function addOrigin(
	database: Database,
	{ merchantId, origin, now }: { merchantId: number; origin: string; now: number },
): Promise<boolean> {
	const added = await database
		.insertInto("widget_origins")
		.values({ merchant_id: merchantId, origin, created_at: now })
		.onConflict((conflict) => conflict.doNothing())
		.returning("origin")
		.executeTakeFirst();
	return added !== undefined;
}

/** Allows an origin no longer. `false` when it was not allowed. */
export async function removeOrigin(database: Database, merchantId: number, origin: string): Promise<boolean> {
	const removed = await database
		.deleteFrom("widget_origins")
		.where("merchant_id", "=", merchantId)
		.where("origin", "=", origin)
		.returning("origin")
		.executeTakeFirst();
	return removed !== undefined;
}
