import type { UsedToken } from "@cardseal/vault";
import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { deleteInSlices } from "../../db/delete-in-slices.ts";

/** Marks a token as used outside a charge. `false` when it, or another one of its session, was used before. */
export async function recordTokenUse(
	database: Database,
	{ fingerprint, expiresAt, sessionId }: UsedToken,
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await database
		.insertInto("used_card_tokens")
		.values({ fingerprint, expires_at: expiresAt, session_id: sessionId ?? null })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

/** Forgets marks of card tokens that no clock can make fresh any more. */
export async function deleteOldTokenUses(database: Database, now: number): Promise<void> {
	await deleteInSlices(database, "used_card_tokens", sql`expires_at < ${now}`);
}
