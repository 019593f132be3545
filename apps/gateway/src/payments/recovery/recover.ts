import { withinTime } from "../../time-limit.ts";
import type { Payments } from "../payments.ts";
import { claimLeftPending } from "../pending.store.ts";
import { recordOutcome } from "../submit.ts";
import type { Transaction } from "../tables.ts";

/** Charges looked into in one go; the rest waits for the next round, which comes at once. */
const batchSize = 100;

/** How long a processor may take to answer an inquiry; no longer than for a charge. */
const maximumInquiryMs = 4_000;

/** How long a claim lasts, and so how long it takes to ask again: a little longer than an inquiry may take. */
const claimMs = 5_000;

/**
 * Finds out what became of charges that were left PENDING, because their processor did not answer in time or their
 * gateway died, by asking the processor.
 *
 * @returns how many have an outcome now
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

/** One charge whose processor does not answer must not hold up the others: it is logged, and its turn comes again. */
async function recover(payments: Payments, transaction: Transaction): Promise<boolean> {
	const { log } = payments;
	const about = { transaction_id: transaction.transaction_id };
	try {
		const processor = payments.processorNamed(transaction.processor);
		const milliseconds = Math.min(maximumInquiryMs, payments.processorTimeoutMs);
		const inquiry = await withinTime(milliseconds, processor.inquire(transaction.transaction_id));
		if (inquiry === undefined) throw new Error("The processor did not answer the inquiry in time.");
		await payments.cardTesting.recordResult(transaction.transaction_id, inquiry.result);
		// Whether it has a key is not known here: without one there is no row to keep the answer in.
		const { status, body } = await recordOutcome(payments, transaction, inquiry, { isKeyed: true });
		log.info({ ...about, result: body.transaction_result, status }, "found out about a charge that was left pending");
		return true;
	} catch (error) {
		log.error({ ...about, err: error }, "could not find out about a charge that was left pending; trying again");
		return false;
	}
}
