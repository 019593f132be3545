import { type Caller, recordEvent, unauthenticated } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Eft } from "../eft.ts";
import { advanceEft } from "../transaction/emit-eft.ts";
import { eftMessages } from "../transaction/messages.ts";
import { withWalletLock } from "../wallet/wallet.ts";
import { isOpen } from "./request.ts";
import { lockRequest, type StoredRequest, saveAnswer } from "./requests.store.ts";

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

export async function declineRequest(eft: Eft, request: StoredRequest, caller: Caller): Promise<"declined" | "closed"> {
	const { merchant, transactionId, payerMerchantId } = request;
	return answerOpenRequest<"declined">(eft, merchant.id, transactionId, async (transaction, now) => {
		await saveAnswer(transaction, transactionId, { answer: "declined", now });
		await advanceEft(transaction, transactionId, { result: "DECLINED", message: eftMessages.declined }, now);
		const event = { type: "eft_request.declined", object: transactionId } as const;
		await recordEvent(transaction, eft.clocks, { ...event, merchantId: merchant.id, caller: anonymous(caller) });
		// The payer's own log names its staff.
		if (caller.actor.kind === "staff" && payerMerchantId !== null) {
			await recordEvent(transaction, eft.clocks, { ...event, merchantId: payerMerchantId, caller });
		}
		return "declined";
	});
}
