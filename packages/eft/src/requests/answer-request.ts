import { type Caller, unauthenticated } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Eft } from "../eft.ts";
import { withWalletLock } from "../wallet/wallet.ts";
import { isOpen } from "./request.ts";
import { lockRequest } from "./requests.store.ts";

/** Returns "closed" for an answered or expired request, and so for the second of two concurrent answers. */
export function answerOpenRequest<Result>(
	{ database, clocks }: Eft,
	merchantId: number,
	transactionId: string,
	work: (transaction: Database, now: number) => Promise<Result>,
): Promise<Result | "closed"> {
	return withWalletLock(database, merchantId, async (transaction) => {
		const now = clocks.business.now();
		const locked = await lockRequest(transaction, transactionId);
		if (locked === undefined || !isOpen(locked, now)) return "closed";
		return work(transaction, now);
	});
}

/**
 * Removes the payer: the merchant's log names no staff of the payer, and the audit log, from which nothing is erased,
 * no address.
 */
export function anonymous({ requestId }: Pick<Caller, "requestId">): Caller {
	return unauthenticated({ clientAddress: null, requestId });
}
