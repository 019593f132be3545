import type {
	ChargeRequest,
	InquiryRequest,
	Modification,
	ModificationRequest,
	ProcessorRequest,
} from "@cardseal/vault";
import { testCard } from "../../../../test/fixtures/payments/test-card.ts";

let references = 0;

function newReference(): string {
	references += 1;
	return `ref${String(references).padStart(17, "0")}`;
}

export const securityCode = "937";

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
		card: testCard("4012888888881881", securityCode),
		payer: {
			firstName: "Ada",
			lastName: "Lovelace",
			company: null,
			email: "ada@example.com",
			telephone: null,
			address1: "1 King Street",
			address2: null,
			city: "Toronto",
			province: "ON",
			country: "CA",
			postalCode: "M5V 1A1",
			ipAddress: "203.0.113.7",
		},
		payerReference: null,
		statementText: null,
		invoiceId: null,
		...changes,
	};
}

export function newChange(operation: Modification, charge: ProcessorRequest, id: string | null): ModificationRequest {
	const { reference, amountCents, currency } = charge;
	const isHold = charge.operation === "authorization";
	const about = charge.operation === "capture" ? "capture" : isHold ? "authorization" : "sale";
	const original: ModificationRequest["original"] = {
		reference,
		operation: about,
		amountCents,
		processorTransactionId: id,
		authorizationCode: null,
	};
	return { reference: newReference(), operation, amountCents, currency, original };
}

export function inquiryOf(request: ProcessorRequest, changes: Partial<InquiryRequest> = {}): InquiryRequest {
	const { reference, operation, amountCents, currency } = request;
	const original = "original" in request ? request.original : null;
	const about = { requestedAt: Date.now(), processorTransactionId: null, original };
	return { reference, operation, amountCents, currency, ...about, ...changes };
}
