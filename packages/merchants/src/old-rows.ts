import type { Database } from "@cardseal/platform/db";
import type { OldRows } from "@cardseal/platform/jobs";
import { deleteOldRequests } from "./request-log/request-log.store.ts";

const requestLogMs = 7 * 24 * 3_600_000;

export async function deleteOldRows(database: Database, { before }: OldRows): Promise<void> {
	await deleteOldRequests(database, before(requestLogMs));
}
