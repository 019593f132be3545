/** The counts of a run. */
export interface WorkDone {
	/** Approved charges. */
	charged: number;
	/** Other charges. */
	failed: number;
	/** Mails handed to the mailer. */
	mails: number;
}

/** Adds up the counts of several runs; a missing count is 0. */
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
 * Work that follows the business clock: due payments, notices, whatever has its time in a row. Jobs run it every second;
 * the sandbox's clock advances from one `nextAt` to the next and runs it there, so that a year passes event by event.
 */
export interface BusinessWork {
	name: string;
	/** The business time of the next due item, ms since 1970; in the past when it is overdue. */
	nextAt(): Promise<number | undefined>;
	/**
	 * Does a batch of the due items, and runs again while `nextAt` is in the past. Several gateways may run it at once.
	 */
	run(): Promise<Partial<WorkDone>>;
}
