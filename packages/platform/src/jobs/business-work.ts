export interface WorkDone {
	charged: number;
	failed: number;
	mails: number;
}

export function sumOf(parts: Partial<WorkDone>[]): WorkDone {
	const sum: WorkDone = { charged: 0, failed: 0, mails: 0 };
	for (const { charged = 0, failed = 0, mails = 0 } of parts) {
		sum.charged += charged;
		sum.failed += failed;
		sum.mails += mails;
	}
	return sum;
}

/** The sandbox's clock advances from one `nextAt` to the next, so that events keep their order. */
export interface BusinessWork {
	name: string;
	/** In the past if overdue. */
	nextAt(): Promise<number | undefined>;
	/** Several gateways may run it together. `limit` is aborted at the time limit. */
	run(limit?: AbortSignal): Promise<Partial<WorkDone>>;
}
