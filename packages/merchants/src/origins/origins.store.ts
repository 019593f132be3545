import type { Database } from "@cardseal/platform/db";

export async function listOrigins(database: Database, merchantId: number): Promise<string[]> {
	const rows = await database
		.selectFrom("widget_origins")
		.select("origin")
		.where("merchant_id", "=", merchantId)
		.orderBy("origin")
		.execute();
	return rows.map(({ origin }) => origin);
}

/** Delays other additions, but no charges. */
export async function lockOrigins(transaction: Database, merchantId: number): Promise<string[]> {
	await transaction.selectFrom("merchants").select("id").where("id", "=", merchantId).forNoKeyUpdate().execute();
	return listOrigins(transaction, merchantId);
}

export async function isAllowedOrigin(database: Database, merchantId: number, origin: string): Promise<boolean> {
	const row = await database
		.selectFrom("widget_origins")
		.select("origin")
		.where("merchant_id", "=", merchantId)
		.where("origin", "=", origin)
		.executeTakeFirst();
	return row !== undefined;
}

export async function insertOrigin(
	transaction: Database,
	{ merchantId, origin, now }: { merchantId: number; origin: string; now: number },
): Promise<void> {
	await transaction.insertInto("widget_origins").values({ merchant_id: merchantId, origin, created_at: now }).execute();
}

/** Returns `false` when it was not allowed. */
export async function deleteOrigin(database: Database, merchantId: number, origin: string): Promise<boolean> {
	const removed = await database
		.deleteFrom("widget_origins")
		.where("merchant_id", "=", merchantId)
		.where("origin", "=", origin)
		.returning("origin")
		.executeTakeFirst();
	return removed !== undefined;
}
