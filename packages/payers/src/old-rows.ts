import type { Database } from "@cardseal/platform/db";
import type { OldRows } from "@cardseal/platform/jobs";
import { deleteExpiredSessions } from "./portal/sessions.store.ts";

export async function deleteOldRows(database: Database, { expired }: OldRows): Promise<void> {
	await deleteExpiredSessions(database, expired);
}
