import { withinTime } from "../../time-limit.ts";
import type { Payments } from "../payments.ts";
import { claimLeftPending } from "../submission/pending.store.ts";
import { recordOutcome } from "../submission/submit.ts";
import type { Transaction } from "../tables.ts";

/** Transactions claimed at a time; the next batch follows at once. */
const batchSize = 100;

/** The time limit of an inquiry, unless the limit of a charge is shorter. */
const maximumInquiryMs = 4_000;

/** The lease of a claim, and so the time between inquiries. It is a little longer than an inquiry may take. */
const claimMs = 5_000;

/**
 * Asks processors for the outcomes of transactions left PENDING, because the processor was late or the gateway died.
 *
 * @returns the number of outcomes recorded
 */
export async function recoverLeftPending(payments: Payments): Promise<number> {
	let decided = 0;
	for (;;) {
		const now = payments.clocks.real.now();
		const claimedUntil = now + claimMs;
		const claimed = await claimLeftPending(payments.database, { now, claimedUntil, limit: batchSize });
		const results = await Promise.all(claimed.map((transaction) => recover(payments, transaction)));
		decided += results.filter(Boolean).length;
		if (claimed.length < batchSize) return decided;
	}
}

/** Recovers one transaction. A failure is logged and retried after the lease; it must not stop the others. */
async function recover(payments: Payments, transaction: Transaction): Promise<boolean> {
	const { log } = payments;
	const about = { transaction_id: transaction.transaction_id };
	try {
		const processor = payments.processorNamed(transaction.processor);
		const milliseconds = Math.min(maximumInquiryMs, payments.processorTimeoutMs);
		const inquiry = await withinTime(milliseconds, processor.inquire(transaction.transaction_id));
		if (inquiry === undefined) throw new Error("The processor did not answer the inquiry in time.");
		await payments.cardTesting.recordResult(transaction.transaction_id, inquiry.result);
		// Without a key, the response updates no row.
		const { status, body } = await recordOutcome(payments, transaction, inquiry, { isKeyed: true });
		log.info({ ...about, result: body.transaction_result, status }, "recovered the outcome of a pending charge");
		return true;
	} catch (error) {
		log.error({ ...about, err: error }, "could not recover a pending charge; trying again");
		return false;
	}
}
