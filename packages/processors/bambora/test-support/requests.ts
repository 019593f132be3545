import type {
	ChargeRequest,
	InquiryRequest,
	ModificationRequest,
	Outcome,
	Payer,
	ProcessorRequest,
	StoredCredential,
} from "@cardseal/vault";
import { testCard } from "../../../../test/fixtures/payments/test-card.ts";

export const payer: Payer = {
	firstName: "Ada",
	lastName: "Okafor",
	company: null,
	email: "ada@example.com",
	telephone: "+1 416 555-1234",
	address1: "1 King Street",
	address2: null,
	city: "Toronto",
	province: "ON",
	country: "CA",
	postalCode: "M5V 1A1",
	ipAddress: "203.0.113.7",
};

let references = 0;

function newReference(): string {
	references += 1;
	return `ref${String(references).padStart(17, "0")}`;
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
		card: testCard("4012888888881881", "937"),
		payer,
		payerReference: null,
		statementText: null,
		invoiceId: null,
		...changes,
	};
}

export function storedUse(
	use: StoredCredential["use"],
	purpose: StoredCredential["purpose"],
	networkTransactionId: string | null = null,
): StoredCredential {
	return { use, purpose, networkTransactionId };
}

export function newModification(
	operation: ModificationRequest["operation"],
	charge: ProcessorRequest,
	outcome: Outcome | null,
	amountCents = charge.amountCents,
): ModificationRequest {
	return {
		reference: newReference(),
		operation,
		amountCents,
		currency: "CAD",
		original: {
			reference: charge.reference,
			operation: charge.operation === "authorization" ? "authorization" : "sale",
			amountCents: charge.amountCents,
			processorTransactionId: outcome?.processorTransactionId ?? null,
			authorizationCode: null,
		},
	};
}

export function inquiryAbout(request: ProcessorRequest, changes: Partial<InquiryRequest> = {}): InquiryRequest {
	const { reference, operation, amountCents, currency } = request;
	const original = "original" in request ? request.original : null;
	const asked = { reference, operation, amountCents, currency, original };
	return { ...asked, requestedAt: Date.now(), processorTransactionId: null, ...changes };
}
