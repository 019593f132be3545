import type { Database } from "@cardseal/platform/db";
import type { OldRows } from "@cardseal/platform/jobs";
import { deleteOldAttempts, deleteStrayAttempts, deleteStrayDeliveries } from "./delivery/deliveries.store.ts";
import { deleteOldEvents } from "./events.store.ts";

const eventMs = 30 * 24 * 3_600_000;

export async function deleteOldRows(database: Database, { before }: OldRows): Promise<void> {
	await deleteOldEvents(database, before(eventMs));
	await deleteOldAttempts(database, before(eventMs));
	await deleteStrayDeliveries(database);
	await deleteStrayAttempts(database);
}
