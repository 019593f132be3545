import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Transaction } from "../db/schema.ts";

/** Finds a merchant's transaction by either of its ids. */
export async function findTransaction(
	database: Database,
	merchantId: number,
	id: { id: number } | { transactionId: string },
): Promise<Transaction | undefined> {
	const query = database.selectFrom("transactions").selectAll().where("merchant_id", "=", merchantId);
	const byId = "id" in id ? query.where("id", "=", id.id) : query.where("transaction_id", "=", id.transactionId);
	return byId.executeTakeFirst();
}

/**
 * Claims charges whose processor should have answered by now, for this caller alone: their next turn is moved, so
 * that another gateway, or this one after a crash, takes them up again when the claim has passed. Times are real, in ms since 1970.
 */
export async function claimLeftPending(
	database: Database,
	{ now, claimedUntil, limit }: { now: number; claimedUntil: number; limit: number },
): Promise<Transaction[]> {
	const claimed = await database
		.updateTable("pending_charges")
		.set({ next_inquiry_at: claimedUntil })
		.where("transaction_id", "in", (due) =>
			due
				.selectFrom("pending_charges")
				.select("transaction_id")
				.where("next_inquiry_at", "<=", now)
				.limit(limit)
				.forUpdate()
				.skipLocked(),
		)
		.returning("transaction_id")
		.execute();
	if (claimed.length === 0) return [];
	const ids = claimed.map((charge) => charge.transaction_id);
	return database
		.selectFrom("transactions")
		.selectAll()
		.where("transaction_id", "=", sql<string>`any(${ids}::text[])`)
		.execute();
}
