import type { Clocks } from "@cardseal/platform";
import { recordEvent, system } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Eft } from "../eft.ts";
import { advanceEft } from "../transaction/emit-eft.ts";
import { eftMessages } from "../transaction/messages.ts";
import { lockRequest, saveAnswer } from "./requests.store.ts";

/** The caller has the request locked. */
export async function expireRequest(
	transaction: Database,
	clocks: Clocks,
	{ transactionId, merchantId, message }: { transactionId: string; merchantId: number; message: string },
): Promise<void> {
	const now = clocks.business.now();
	await saveAnswer(transaction, transactionId, { answer: "expired", now });
	await advanceEft(transaction, transactionId, { result: "DECLINED", message }, now);
	const about = { object: transactionId, merchantId, caller: system("gateway") };
	await recordEvent(transaction, clocks, { ...about, type: "eft_request.expired" });
}

/**
 * Ends an unanswered request, so that its payer cannot answer it any more.
 *
 * @returns `false` when it was accepted
 */
export async function withdrawRequest(
	{ clocks }: Pick<Eft, "clocks">,
	transaction: Database,
	transactionId: string,
): Promise<boolean> {
	const request = await lockRequest(transaction, transactionId);
	if (request?.answer === null) {
		const message = eftMessages.withdrawn;
		await expireRequest(transaction, clocks, { transactionId, merchantId: request.merchant.id, message });
	}
	return request?.answer !== "accepted" || request.result === "DECLINED";
}
