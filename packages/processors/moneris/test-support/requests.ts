import type { ChargeRequest, Inquiry, Modification, ModificationRequest, ProcessorRequest } from "@cardseal/vault";
import * as requests from "../../../../test/fixtures/payments/processor-requests.ts";

export { inquiryAbout } from "../../../../test/fixtures/payments/processor-requests.ts";

const payer = { ...requests.payer, address1: "12B King Street West" };

export function newCharge(changes: Partial<ChargeRequest> = {}): ChargeRequest {
	return requests.newCharge({ payer, statementText: "Shop", ...changes });
}

/** A charge of a stored card by the merchant. */
export function newStoredCharge(networkTransactionId: string | null): ChargeRequest {
	const storedCredential = { use: "later", purpose: "unscheduled", networkTransactionId } as const;
	return newCharge({ initiatedBy: "merchant", storedCredential });
}

export function newModification(
	operation: Modification,
	charge: ProcessorRequest,
	answer: Inquiry,
	amountCents = charge.amountCents,
): ModificationRequest {
	const id = "processorTransactionId" in answer ? answer.processorTransactionId : null;
	return requests.newModification(operation, charge, id ?? null, { amountCents });
}
