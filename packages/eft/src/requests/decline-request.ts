import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Eft } from "../eft.ts";
import { advanceEft } from "../transaction/emit-eft.ts";
import { eftMessages } from "../transaction/messages.ts";
import { anonymous, answerOpenRequest } from "./answer-request.ts";
import { type StoredRequest, saveAnswer } from "./requests.store.ts";

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
