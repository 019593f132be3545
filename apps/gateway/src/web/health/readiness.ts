import { Problem } from "@cardseal/platform";
import { type Database, withinDeadline } from "@cardseal/platform/db";
import { tryToWrite } from "./health.store.ts";

/** `/readyz` answers within 2 s. */
export const checkLimitMs = 1_800;

/** Throws unless the database takes writes in time. */
export type CheckReadiness = () => Promise<void>;

/** Simultaneous calls share one check, so that they do not occupy the pool. */
export function createReadiness(database: Database): CheckReadiness {
	let running: Promise<void> | undefined;
	return () => {
		running ??= check(database).finally(() => {
			running = undefined;
		});
		return running;
	};
}

async function check(database: Database): Promise<void> {
	const { isReadOnly } = await withinDeadline(checkLimitMs, () => tryToWrite(database));
	if (!isReadOnly) return;
	throw new Problem("database_unavailable", "The database is read-only. Nothing can be paid until it takes writes.", {
		headers: { "Retry-After": "1" },
	});
}
