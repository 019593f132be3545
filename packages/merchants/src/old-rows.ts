import type { DeleteOldRows } from "@cardseal/platform/jobs";
import { deleteOldRequests } from "./request-log/request-log.store.ts";

const requestLogMs = 7 * 24 * 3_600_000;

export const deleteOldRows: DeleteOldRows = (database, { before }) => deleteOldRequests(database, before(requestLogMs));
