import { describeReturnCode } from "@cardseal/aft";
import { recordEvent, system } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Eft } from "../eft.ts";
import type { RailOutcome } from "../rails/rail.ts";
import type { EftTransaction } from "../tables.ts";
import { type EftProgress, findWalletOf, lockEftTransaction } from "../transaction/eft-transactions.store.ts";
import { advanceEft } from "../transaction/emit-eft.ts";
import { eftMessages } from "../transaction/messages.ts";
import { type Cause, clearFunds, postHold, releaseHold, reversePosting, withWalletLock } from "../wallet/wallet.ts";

interface OutcomePlan {
	moveFunds: (transaction: Database, cause: Cause) => Promise<void>;
	progress: EftProgress;
}

/** A repeated outcome changes nothing. */
export async function recordRailOutcome(
	{ database, clocks }: Pick<Eft, "database" | "clocks">,
	outcome: RailOutcome,
): Promise<void> {
	const { reference } = outcome;
	const merchantId = await findWalletOf(database, reference);
	if (merchantId === undefined) throw new Error(`A rail reported an outcome of ${reference}, an unknown transaction.`);
	await withWalletLock(database, merchantId, async (transaction) => {
		const now = clocks.business.now();
		const eftTransaction = await lockEftTransaction(transaction, reference);
		const plan = eftTransaction && planOutcome(eftTransaction, outcome, now);
		if (plan === undefined) return;
		await plan.moveFunds(transaction, { transactionId: reference, now });
		// Cleared funds leave the result as it is.
		const type = plan.progress.result === undefined ? "eft.settled" : undefined;
		await advanceEft(transaction, reference, plan.progress, now, type);
		await recordEvent(transaction, clocks, {
			...(outcome.result === "settled"
				? { type: "eft.settled", object: reference }
				: { type: "eft.returned", object: reference, details: { code: outcome.code } }),
			merchantId,
			caller: system("gateway"),
		});
	});
}

/**
 * Returns `undefined` for a repeated outcome, or after a return.
 * @param now business time, ms since 1970
 */
function planOutcome(transaction: EftTransaction, outcome: RailOutcome, now: number): OutcomePlan | undefined {
	if (transaction.returned_at !== null) return undefined;
	const isOutgoing = transaction.type === "EFT_DEBIT";
	if (outcome.result === "settled") {
		if (transaction.settled_at !== null) return undefined;
		return isOutgoing
			? { moveFunds: postHold, progress: { result: "APPROVED", message: eftMessages.paidOut, settled_at: now } }
			: { moveFunds: clearFunds, progress: { message: eftMessages.paidByBank, settled_at: now } };
	}
	// Incoming funds are in the wallet from the payer's agreement on.
	const isOnlyHeld = isOutgoing && transaction.settled_at === null;
	return {
		moveFunds: isOnlyHeld ? releaseHold : reversePosting,
		progress: {
			result: "DECLINED",
			message: `Returned by the bank: ${outcome.code} ${describeReturnCode(outcome.code).meaning}.`,
			return_code: outcome.code,
			returned_at: now,
		},
	};
}
