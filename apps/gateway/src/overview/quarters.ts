import type { Database } from "../db/database.ts";
import { deleteSums, insertSums, lockSums, readProgress, storeProgress, takeLateChanges } from "./quarters.store.ts";

/** Every time zone's midnight is a multiple of it. */
export const quarterMs = 15 * 60_000;

/**
 * The age at which a quarter is summed. Payments have their outcomes by then; a later one is noted by a trigger, from 45 minutes on.
 * The difference covers the time until an outcome is committed, and gateways whose clocks differ.
 */
const settledMs = 60 * 60_000;

/** The most by which the clocks of two gateways may differ without sums being made anew. Less than `settledMs`. */
const toleranceMs = 2 * quarterMs;

/** Longer than an overview's 30 days, which begin at a midnight. */
const keptMs = 32 * 24 * 60 * 60_000;

/**
 * Sums the quarters of an hour that have ended since the last overview, and again those with late changes. Returns their end, ms
 * since 1970: payments from then on have no sums. Two calls for a merchant take turns.
 *
 * After a clock stepped back by more than half an hour, the quarters from then on are summed again once they end.
 *
 * @param now business time, ms since 1970
 */
export async function sumEndedQuarters(database: Database, merchantId: number, now: number): Promise<number> {
	const to = Math.floor((now - settledMs) / quarterMs) * quarterMs;
	const progress = await readProgress(database, merchantId);
	if (progress !== undefined && !progress.hasChanged && isCurrent(progress.through, to)) return progress.through;
	return database.transaction().execute(async (transaction: Database) => {
		const through = await lockSums(transaction, merchantId);
		const end = isCurrent(through, to) ? through : to;
		const kept = { from: end - keptMs, to: end };
		const summedUntil = Math.min(Math.max(through, kept.from), end);
		// Notes first: a payment that changes from here on leaves a note for the next call.
		const changed = await takeLateChanges(transaction, merchantId, { from: kept.from, to: summedUntil });
		await deleteSums(transaction, merchantId, { only: changed, outside: { from: kept.from, to: summedUntil } });
		for (const quarter of changed) {
			await insertSums(transaction, merchantId, { from: quarter, to: quarter + quarterMs });
		}
		await insertSums(transaction, merchantId, { from: summedUntil, to: end });
		await storeProgress(transaction, merchantId, end);
		return end;
	});
}

function isCurrent(through: number, to: number): boolean {
	return through >= to && through <= to + toleranceMs;
}
