import type { ChargeRequest, Modification, ModificationRequest, Outcome, ProcessorRequest } from "@cardseal/vault";
import * as requests from "../../../../test/fixtures/payments/processor-requests.ts";

export { inquiryAbout } from "../../../../test/fixtures/payments/processor-requests.ts";

export const cardNumber = "4012888888881881";

export function newCharge(changes: Partial<ChargeRequest> = {}): ChargeRequest {
	return requests.newCharge({ statementText: "SHOP", ...changes });
}

export function newHold(): ChargeRequest {
	return newCharge({ operation: "authorization" });
}

export function newModification(
	operation: Modification,
	original: ProcessorRequest,
	outcome: Outcome,
	changes: Partial<ModificationRequest> = {},
): ModificationRequest {
	return requests.newModification(operation, original, outcome.processorTransactionId, changes);
}
