import type { Job } from "@cardseal/platform/jobs";
import { readSummableEnd, type SummingOptions, sumPayments } from "./sum-payments.ts";

/** Merchants whose overview was read since the last sums. */
export type ReadOverviews = Set<number>;

interface SumPaymentsJobOptions extends SummingOptions {
	read: ReadOverviews;
}

export function sumPaymentsJob({ database, aheadMs, read }: SumPaymentsJobOptions): Job {
	return {
		name: "payment-sums",
		everyMs: 5_000,
		async run(limit) {
			const end = await readSummableEnd({ database, aheadMs });
			for (const merchantId of read) {
				read.delete(merchantId);
				await sumPayments(database, merchantId, { end, limit });
			}
		},
	};
}
