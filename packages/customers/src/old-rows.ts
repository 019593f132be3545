import type { Database } from "@cardseal/platform/db";
import type { OldRows } from "@cardseal/platform/jobs";
import { deleteExpiredAttempts } from "./card-testing/attempts.store.ts";
import { deleteOldTokenUses } from "./cards/cards.store.ts";

/** A clock ahead by less frees no used token. */
const usedTokenMs = 30 * 24 * 3_600_000;

export async function deleteOldRows(database: Database, { expired, before }: OldRows): Promise<void> {
	await deleteOldTokenUses(database, before(usedTokenMs));
	await deleteExpiredAttempts(database, expired);
}
