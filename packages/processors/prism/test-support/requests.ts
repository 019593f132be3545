import type { InquiryRequest, Modification, ProcessorRequest } from "@cardseal/vault";
import * as requests from "../../../../test/fixtures/payments/processor-requests.ts";
import { testCard } from "../../../../test/fixtures/payments/test-card.ts";

export type ChargeRequest = Extract<ProcessorRequest, { card: unknown }>;
export type ModificationRequest = Extract<ProcessorRequest, { original: unknown }>;

/** A card with a published test number. */
export function cardOf(number = "4012888888881881") {
	return testCard(number, "937");
}

export function newCharge(changes: Partial<ChargeRequest> = {}): ChargeRequest {
	return requests.newCharge({ statementText: "SHOP", ...changes });
}

/** A charge of a stored card by the merchant. */
export function newStoredCharge(networkTransactionId: string | null): ChargeRequest {
	return newCharge({
		initiatedBy: "merchant",
		commerce: "recurring",
		storedCredential: { use: "later", purpose: "recurring", networkTransactionId },
	});
}

export function newModification(
	operation: Modification,
	processorTransactionId: string | null,
	amountCents = 12_34,
): ModificationRequest {
	return {
		reference: requests.newReference(),
		operation,
		amountCents,
		currency: "CAD",
		original: {
			reference: "original",
			operation: operation === "refund" ? "sale" : "authorization",
			amountCents: 12_34,
			processorTransactionId,
			authorizationCode: null,
		},
	};
}

export function inquiryAbout(request: ProcessorRequest, processorTransactionId: string | null): InquiryRequest {
	return requests.inquiryAbout(request, { processorTransactionId });
}
