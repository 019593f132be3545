/** What a run of some work did. */
export interface WorkDone {
	/** Charges that were approved. */
	charged: number;
	/** Charges that were not. */
	failed: number;
	/** Mails that were handed to the mailer. */
	mails: number;
}

/** What several pieces of work did together; what one leaves out, it did none of. */
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
	/** What the log calls it. */
	name: string;
	/** When there is something to do next, business time in ms since 1970; in the past when it is due already. */
	nextAt(): Promise<number | undefined>;
	/**
	 * Does what is due, or as much of it as makes one good batch: it is run again for as long as `nextAt` has come. Safe
	 * beside itself on other gateways.
	 */
	run(): Promise<Partial<WorkDone>>;
}
