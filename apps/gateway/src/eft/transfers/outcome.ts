import { describeReturnCode } from "@cardseal/aft";
import type { Outcome } from "../rails/rail.ts";
import type { EftTransaction } from "../tables.ts";
import type { EftProgress } from "./eft-transactions.store.ts";

/** What an outcome does to the wallet. */
export type WalletStep = "post hold" | "release hold" | "clear funds" | "reverse posting";

/** What follows from an outcome. */
export interface Consequence {
	step: WalletStep;
	progress: EftProgress;
}

/**
 * What follows from a rail's word about a transaction, as it stands; `undefined` when it says nothing new: outcomes come
 * again until they are acknowledged, and nothing comes after a return. Pure.
 *
 * @param now business time, ms since 1970
 */
export function consequenceOf(transaction: EftTransaction, outcome: Outcome, now: number): Consequence | undefined {
	if (transaction.returned_at !== null) return undefined;
	const isOutgoing = transaction.type === "EFT_DEBIT";
	if (outcome.result === "settled") {
		if (transaction.settled_at !== null) return undefined;
		return isOutgoing
			? { step: "post hold", progress: { result: "APPROVED", message: "Paid out.", settled_at: now } }
			: { step: "clear funds", progress: { message: "Paid by the payer's bank.", settled_at: now } };
	}
	// Money that was asked for is in the wallet from the moment the payer agreed; money that is sent, until it settles.
	const hasNotLeft = isOutgoing && transaction.settled_at === null;
	return {
		step: hasNotLeft ? "release hold" : "reverse posting",
		progress: {
			result: "DECLINED",
			message: returnMessage(outcome.code),
			return_code: outcome.code,
			returned_at: now,
		},
	};
}

function returnMessage(code: string): string {
	return `Returned by the bank: ${code} ${describeReturnCode(code).meaning}.`;
}
