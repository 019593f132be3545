import { system } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { Database } from "../../db/database.ts";
import type { Eft } from "../eft.ts";
import type { Outcome } from "../rails/rail.ts";
import { type Cause, clearFunds, postHold, releaseHold, reversePosting, withWalletLock } from "../wallet/wallet.ts";
import { findWalletOf, lockEftTransaction, updateEftTransaction } from "./eft-transactions.store.ts";
import { consequenceOf, type WalletStep } from "./outcome.ts";

const steps: Record<WalletStep, (transaction: Database, cause: Cause) => Promise<void>> = {
	"post hold": postHold,
	"release hold": releaseHold,
	"clear funds": clearFunds,
	"reverse posting": reversePosting,
};

/**
 * Takes a rail's word into account: the transaction, its wallet and the audit log change together or not at all. An outcome
 * that comes again changes nothing.
 */
export async function settle({ database, clocks }: Pick<Eft, "database" | "clocks">, outcome: Outcome): Promise<void> {
	const { reference } = outcome;
	const merchantId = await findWalletOf(database, reference);
	if (merchantId === undefined) throw new Error(`A rail tells of ${reference}, which is no transaction of ours.`);
	await withWalletLock(database, merchantId, async (transaction) => {
		const now = clocks.business.now();
		const eftTransaction = await lockEftTransaction(transaction, reference);
		const consequence = eftTransaction && consequenceOf(eftTransaction, outcome, now);
		if (consequence === undefined) return;
		await steps[consequence.step](transaction, { transactionId: reference, now });
		await updateEftTransaction(transaction, reference, consequence.progress);
		await recordEvent(transaction, clocks, {
			...(outcome.result === "settled"
				? { type: "eft.settled", object: reference }
				: { type: "eft.returned", object: reference, details: { code: outcome.code } }),
			merchantId,
			caller: system("gateway"),
		});
	});
}
