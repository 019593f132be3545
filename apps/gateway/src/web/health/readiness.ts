import { Problem } from "@cardseal/platform";
import { type Database, withinDeadline } from "@cardseal/platform/db";
import { tryToWrite } from "./health.store.ts";

/** `/readyz` answers within 2 s. */
export const checkLimitMs = 1_800;

export type CheckReadiness = () => Promise<void>;

export function createReadiness(database: Database): CheckReadiness {
	return sharing(async () => {
		if (await withinDeadline(checkLimitMs, () => tryToWrite(database))) return;
		throw new Problem("database_unavailable", "The database is read-only. Nothing can be paid until it takes writes.", {
			headers: { "Retry-After": "1" },
		});
	});
}

/** Simultaneous calls share one run, so that they do not occupy the pool. */
export function sharing<Result>(run: () => Promise<Result>): () => Promise<Result> {
	let running: Promise<Result> | undefined;
	return () => {
		running ??= run().finally(() => {
			running = undefined;
		});
		return running;
	};
}
