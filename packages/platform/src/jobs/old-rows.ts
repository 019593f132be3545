import type { Database } from "../db/database.ts";

export interface OldRows {
	expired: number;
	before(ageMs: number): number;
	/** The sandbox moves mail's clock ahead. */
	mailAheadMs: number;
}

export type DeleteOldRows = (database: Database, old: OldRows) => Promise<void>;
