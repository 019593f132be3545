import type { Database } from "../db/database.ts";
import {
	forgetSumsAfter,
	intervalMs,
	lockSums,
	readTimes,
	storeProgress,
	sumIntervals,
	takeUnsummed,
} from "./payment-sums.store.ts";

/** An interval's payments are added by then; later ones are noted from 45 minutes on. */
const delayMs = 60 * 60_000;

/** Longer than an overview's 30 days. */
const keptMs = 32 * 24 * 60 * 60_000;

/** A day. */
const sliceIntervals = 96;

export interface SummingOptions {
	database: Database;
	/** The lead of the sandbox's clock. */
	aheadMs: () => number;
}

/** Uses the database's clock. Deletes sums made while it was ahead. */
export async function readSummableEnd({ database, aheadMs }: SummingOptions): Promise<number> {
	const { now, settled } = await readTimes(database);
	await forgetSumsAfter(database, now + aheadMs() - delayMs / 2);
	return Math.floor((settled + aheadMs() - delayMs) / intervalMs) * intervalMs;
}

/** A call that ends early keeps the finished days. */
export async function sumPayments(
	database: Database,
	merchantId: number,
	{ end, limit }: { end: number; limit?: AbortSignal | undefined },
): Promise<void> {
	for (let isDone = false; !isDone && limit?.aborted !== true; ) {
		isDone = await database.transaction().execute(async (transaction: Database) => {
			const summed = await lockSums(transaction, merchantId);
			if (summed === undefined) return true;
			const from = Math.max(summed.from, end - keptMs);
			const former = Math.max(summed.until, from);
			const until = Math.max(former, Math.min(end, former + sliceIntervals * intervalMs));
			const starts = await takeUnsummed(transaction, merchantId, { from, until: former });
			for (let start = former; start < until; start += intervalMs) starts.push(start);
			await sumIntervals(transaction, merchantId, starts);
			await storeProgress(transaction, merchantId, { from, until });
			return until >= end;
		});
	}
}
