export interface WorkDone {
	charged: number;
	/** Other charges. */
	failed: number;
	mails: number;
}

/** Adds the counts of several runs; a missing count is 0. */
export function sumOf(parts: Partial<WorkDone>[]): WorkDone {
	const sum: WorkDone = { charged: 0, failed: 0, mails: 0 };
	for (const { charged = 0, failed = 0, mails = 0 } of parts) {
		sum.charged += charged;
		sum.failed += failed;
		sum.mails += mails;
	}
	return sum;
}

/**
 * Work that is due by the business clock, such as payments and notices. Jobs run it every second. The sandbox's clock
 * advances from one `nextAt` to the next and runs it there, so that events keep their order.
 */
export interface BusinessWork {
	name: string;
	/** The business time of the next due item, ms since 1970. In the past if it is overdue. */
	nextAt(): Promise<number | undefined>;
	/**
	 * Processes a batch of due items, and repeats while `nextAt` is in the past. Several gateways may run it at once.
	 *
	 * @param limit aborted at the time limit: no further item is begun
	 */
	run(limit?: AbortSignal): Promise<Partial<WorkDone>>;
}
