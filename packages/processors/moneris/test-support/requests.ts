import { randomBytes } from "node:crypto";
import type {
	ApprovedOriginal,
	ChargeRequest,
	Inquiry,
	InquiryRequest,
	Modification,
	ModificationRequest,
	ProcessorRequest,
} from "@cardseal/vault";
import { testCard } from "../../../../test/fixtures/payments/test-card.ts";

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
		payer: {
			firstName: "Ada",
			lastName: "Lovelace",
			company: null,
			email: "ada@example.com",
			telephone: "+14165551234",
			address1: "12B King Street West",
			address2: null,
			city: "Toronto",
			province: "ON",
			country: "CA",
			postalCode: "M5V 1A1",
			ipAddress: "203.0.113.7",
		},
		payerReference: null,
		statementText: "Shop",
		invoiceId: null,
		...changes,
	};
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
	const id = "processorTransactionId" in answer ? answer.processorTransactionId : undefined;
	const { reference, currency } = charge;
	const original: ApprovedOriginal = {
		reference,
		operation: charge.operation as ApprovedOriginal["operation"],
		amountCents: charge.amountCents,
		processorTransactionId: id ?? null,
		authorizationCode: null,
	};
	return { reference: newReference(), operation, amountCents, currency, original };
}

export function inquiryOf(request: ProcessorRequest): InquiryRequest {
	const { reference, operation, amountCents, currency } = request;
	const original = "original" in request ? request.original : null;
	return {
		reference,
		operation,
		amountCents,
		currency,
		requestedAt: Date.now(),
		processorTransactionId: null,
		original,
	};
}

const newReference = () => randomBytes(10).toString("hex");
