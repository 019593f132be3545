import type { DeleteOldRows } from "@cardseal/platform/jobs";
import { deleteOldAttempts, deleteStrayAttempts, deleteStrayDeliveries } from "./delivery/deliveries.store.ts";
import { deleteOldEvents } from "./events.store.ts";

const eventMs = 30 * 24 * 3_600_000;

export const deleteOldRows: DeleteOldRows = async (database, { before }) => {
	await deleteOldEvents(database, before(eventMs));
	await deleteOldAttempts(database, before(eventMs));
	await deleteStrayDeliveries(database);
	await deleteStrayAttempts(database);
};
