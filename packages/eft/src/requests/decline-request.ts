import type { Caller } from "@cardseal/platform/audit";
import type { Eft } from "../eft.ts";
import { eftRecordOf } from "../transaction/eft-record.ts";
import { updateEftTransaction } from "../transaction/eft-transactions.store.ts";
import { emitEft } from "../transaction/emit-eft.ts";
import { eftMessages } from "../transaction/messages.ts";
import { anonymous, answerOpenRequest, recordAnswer } from "./answer-request.ts";
import { type StoredRequest, saveAnswer } from "./requests.store.ts";

export async function declineRequest(eft: Eft, request: StoredRequest, caller: Caller): Promise<"declined" | "closed"> {
	const { merchant, transactionId, payerMerchantId } = request;
	return answerOpenRequest<"declined">(eft, merchant.id, transactionId, async (transaction, now) => {
		await saveAnswer(transaction, transactionId, { answer: "declined", now });
		const declined = await updateEftTransaction(transaction, transactionId, {
			result: "DECLINED",
			message: eftMessages.declined,
		});
		await emitEft(transaction, merchant.id, eftRecordOf(declined), now);
		const type = "eft_request.declined";
		await recordAnswer(eft, transaction, request, { type, merchantId: merchant.id, caller: anonymous(caller) });
		// The payer's own log names its staff.
		if (caller.actor.kind === "staff" && payerMerchantId !== null) {
			await recordAnswer(eft, transaction, request, { type, merchantId: payerMerchantId, caller });
		}
		return "declined";
	});
}
