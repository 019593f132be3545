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

/** The age at which an interval is summed: all its payments are added by then. A later one is noted, from 45 minutes on. */
const delayMs = 60 * 60_000;

/** Longer than an overview's 30 days, which begin at a midnight. */
const keptMs = 32 * 24 * 60 * 60_000;

/** Intervals summed in one transaction: a day. */
const sliceIntervals = 96;

export interface SummingOptions {
	database: Database;
	/** The ms by which business time is ahead of real time; the sandbox moves it. */
	aheadMs: () => number;
}

/**
 * Returns the end of the time that may be summed, ms since 1970. All gateways take it from the database's clock. Sums that were made
 * while that clock was ahead are forgotten.
 */
export async function readSummableEnd({ database, aheadMs }: SummingOptions): Promise<number> {
	const { now, settled } = await readTimes(database);
	await forgetSumsAfter(database, now + aheadMs() - delayMs / 2);
	return Math.floor((settled + aheadMs() - delayMs) / intervalMs) * intervalMs;
}

/**
 * Sums a merchant's payments up to `end`, day by day, and intervals that changed after they were summed. A call that ends early leaves the
 * days that it finished.
 */
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
