import { payerTimeMs } from "../authentication/await-payer.ts";
import type { Payments } from "../payments.ts";
import { findInquiriesAfter, moveInquiriesTo } from "./inquiries.store.ts";

/** Longer than a lease of recovery plus the difference of clocks. */
const reserveMs = 8_000;

const maximumInquiries = 10_000;

interface RescheduleOptions extends Pick<Payments, "database" | "clocks" | "processorTimeoutMs"> {
	/** Returns ms, unaffected by system clock changes. */
	elapsedMs: () => number;
}

/**
 * Makes inquiries due that a clock which stepped back left far in the future. Waits longer than any gateway
 * does, so that none crosses a running request.
 */
export function createReschedule({ database, clocks, processorTimeoutMs, elapsedMs }: RescheduleOptions) {
	const longestMs = processorTimeoutMs + reserveMs;
	/** The elapsed time of each inquiry's first sighting. */
	let found = new Map<string, number>();

	return async function reschedule(): Promise<void> {
		const now = clocks.real.now();
		const elapsed = elapsedMs();
		const ahead = await findInquiriesAfter(database, now + longestMs, { payerTimeMs, limit: maximumInquiries });
		const named = ahead.map((inquiry) => ({ inquiry, name: `${inquiry.transactionId} ${inquiry.nextInquiryAt}` }));
		found = new Map(named.map(({ name }) => [name, found.get(name) ?? elapsed]));
		const due = named.filter(({ name }) => elapsed - (found.get(name) ?? elapsed) >= longestMs);
		const inquiries = due.map(({ inquiry }) => inquiry);
		if (inquiries.length > 0) await moveInquiriesTo(database, now, inquiries);
	};
}
