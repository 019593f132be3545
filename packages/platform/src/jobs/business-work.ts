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

/** The sandbox advances from one `nextAt` to the next. */
export interface BusinessWork {
	name: string;
	nextAt(): Promise<number | undefined>;
	/** Several gateways may run it together. `limit` aborts at the time limit. */
	run(limit?: AbortSignal): Promise<Partial<WorkDone>>;
}
