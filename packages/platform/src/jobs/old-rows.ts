import type { Database } from "../db/database.ts";

/** The real times before which rows are deleted, in ms since 1970. */
export interface OldRows {
	/** Rows that expired before it are deleted. */
	expired: number;
	before(ageMs: number): number;
	/** The sandbox moves mail's clock ahead. */
	mailAheadMs: number;
}

/** Deletes the old rows of a service. */
export type DeleteOldRows = (database: Database, old: OldRows) => Promise<void>;
