import type { Merchant } from "../merchants/merchant.ts";
import { findMerchants } from "../merchants/merchants.store.ts";
import { type Payments, settle } from "./charge.ts";
import type { Transaction } from "./transaction-record.ts";
import { claimLeftPending } from "./transactions.store.ts";

/** Charges looked into in one go; the rest waits for the next round, which comes at once. */
const batchSize = 100;

/** How long a claim lasts, and so how long it takes to ask again after a processor did not answer an inquiry. */
const claimMilliseconds = 5_000;

/**
 * Settles charges that were left PENDING, because their processor did not answer in time or their gateway died, by
 * asking the processor what became of them.
 *
 * @returns how many were settled
 */
export async function recoverLeftPending(payments: Payments): Promise<number> {
	const now = payments.clocks.real.now();
	let settled = 0;
	for (;;) {
		const claimed = await claimLeftPending(payments.database, {
			now,
			claimedUntil: now + claimMilliseconds,
			limit: batchSize,
		});
		const merchants = await findMerchants(
			payments.database,
			claimed.map((transaction) => transaction.merchant_id),
		);
		const results = await Promise.all(
			claimed.map((transaction) => inquire(payments, transaction, merchants.get(transaction.merchant_id))),
		);
		settled += results.filter(Boolean).length;
		if (claimed.length < batchSize) return settled;
	}
}

/** One charge that cannot be settled must not hold up the others: it is logged, and its turn comes again. */
async function inquire(payments: Payments, transaction: Transaction, merchant: Merchant | undefined): Promise<boolean> {
	const about = { transaction_id: transaction.transaction_id };
	try {
		if (merchant === undefined) throw new Error("The transaction's merchant does not exist.");
		const outcome = await payments.processorFor(merchant).inquire(transaction.transaction_id);
		const { status, body } = await settle(payments, transaction, outcome);
		payments.log.info({ ...about, result: body.transaction_result, status }, "settled a charge that was left pending");
		return true;
	} catch (error) {
		payments.log.error({ ...about, err: error }, "could not settle a charge that was left pending; trying again");
		return false;
	}
}
