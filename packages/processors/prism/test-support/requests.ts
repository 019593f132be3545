import type { InquiryRequest, Modification, Payer, ProcessorRequest } from "@cardseal/vault";
import { testCard } from "../../../../test/fixtures/payments/test-card.ts";

export type ChargeRequest = Extract<ProcessorRequest, { card: unknown }>;
export type ModificationRequest = Extract<ProcessorRequest, { original: unknown }>;

const payer: Payer = {
	firstName: "Ada",
	lastName: "Lovelace",
	company: null,
	email: "ada@example.com",
	telephone: "+14165551234",
	address1: "1 King Street",
	address2: null,
	city: "Toronto",
	province: "ON",
	country: "CA",
	postalCode: "M5V 1A1",
	ipAddress: "203.0.113.7",
};

let references = 0;

/** A reference in the form of ours. */
function newReference(): string {
	references += 1;
	return `ref${String(references).padStart(17, "0")}`;
}

/** A card with a published test number. */
export function cardOf(number = "4012888888881881") {
	return testCard(number, "937");
}

/** A sale of $12.34. */
export function newCharge(changes: Partial<ChargeRequest> = {}): ChargeRequest {
	return {
		reference: newReference(),
		operation: "sale",
		initiatedBy: "cardholder",
		commerce: "ecommerce",
		storedCredential: undefined,
		amountCents: 12_34,
		currency: "CAD",
		card: cardOf(),
		payer,
		payerReference: null,
		statementText: "SHOP",
		invoiceId: null,
		...changes,
	};
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
		reference: newReference(),
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
	const { reference, operation, amountCents, currency } = request;
	const original = "original" in request ? request.original : null;
	return { reference, operation, amountCents, currency, requestedAt: Date.now(), processorTransactionId, original };
}
