import type { Database } from "@cardseal/platform/db";
import { shownDays } from "./overview.ts";
import {
	deleteChangedSums,
	deleteSumsAfter,
	listUnsummedDays,
	lockSums,
	readTimes,
	sumDay,
} from "./payment-sums.store.ts";

/** A day's payments are added by then; later ones are noted from 45 minutes on. */
const delayMs = 60 * 60_000;

export interface SummingOptions {
	database: Database;
	/** The lead of the sandbox's clock. */
	aheadMs: () => number;
}

/** Uses the database's clock. Deletes sums made while it was ahead. */
export async function readSummableEnd({ database, aheadMs }: SummingOptions): Promise<number> {
	const { now, settled } = await readTimes(database);
	await deleteSumsAfter(database, now + aheadMs() - delayMs / 2);
	return settled + aheadMs() - delayMs;
}

/** A call that ends early keeps the summed days. */
export async function sumPayments(
	database: Database,
	merchantId: number,
	{ end, limit }: { end: number; limit?: AbortSignal | undefined },
): Promise<void> {
	await database.transaction().execute(async (transaction: Database) => {
		await lockSums(transaction, merchantId);
		await deleteChangedSums(transaction, merchantId);
	});
	for (const day of await listUnsummedDays(database, merchantId, { end, count: shownDays })) {
		if (limit?.aborted === true) return;
		await database.transaction().execute(async (transaction: Database) => {
			await lockSums(transaction, merchantId);
			await sumDay(transaction, merchantId, day);
		});
	}
}
