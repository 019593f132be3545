import type { DeleteOldRows } from "@cardseal/platform/jobs";
import { deleteExpiredSessions } from "./portal/sessions.store.ts";

export const deleteOldRows: DeleteOldRows = (database, { expired }) => deleteExpiredSessions(database, expired);
