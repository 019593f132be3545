import type {
	ApprovedOriginal,
	ChargeRequest,
	InquiryRequest,
	Modification,
	ModificationRequest,
	Outcome,
	ProcessorRequest,
} from "@cardseal/vault";
import { testCard } from "../../../../test/fixtures/payments/test-card.ts";

let references = 0;

const newReference = () => `ref${String(++references).padStart(17, "0")}`;

export const cardNumber = "4012888888881881";

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
		card: testCard(cardNumber, "937"),
		payer: {
			firstName: "Ada",
			lastName: "Okafor",
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
		},
		payerReference: null,
		statementText: "SHOP",
		invoiceId: null,
		...changes,
	};
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
	const about: ApprovedOriginal = {
		reference: original.reference,
		operation: original.operation as ApprovedOriginal["operation"],
		amountCents: original.amountCents,
		processorTransactionId: outcome.processorTransactionId,
		authorizationCode: outcome.result === "approved" ? outcome.authorizationCode : null,
	};
	const { amountCents, currency } = original;
	return { reference: newReference(), operation, amountCents, currency, original: about, ...changes };
}

export function inquiryAbout(request: ProcessorRequest, changes: Partial<InquiryRequest> = {}): InquiryRequest {
	const { reference, operation, amountCents, currency } = request;
	const original = "original" in request ? request.original : null;
	const about = { reference, operation, amountCents, currency, original };
	return { ...about, requestedAt: Date.now(), processorTransactionId: null, ...changes };
}
