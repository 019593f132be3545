import type {
	Authentication,
	ChargeRequest,
	ModificationRequest,
	Outcome,
	Payer,
	ProcessorRequest,
	StoredCredential,
} from "@cardseal/vault";
import * as requests from "../../../../test/fixtures/payments/processor-requests.ts";

export { inquiryAbout } from "../../../../test/fixtures/payments/processor-requests.ts";

export const payer: Payer = { ...requests.payer, lastName: "Okafor", telephone: "+1 416 555-1234" };

export function newCharge(changes: Partial<ChargeRequest> = {}): ChargeRequest {
	return requests.newCharge({ payer, ...changes });
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
	return requests.newModification(operation, charge, outcome?.processorTransactionId ?? null, { amountCents });
}

export const browser = {
	acceptHeader: "text/html",
	userAgent: "Mozilla/5.0 Firefox/140.0",
	language: "fr-CA",
	colorDepth: 24,
	screenWidth: 1280,
	screenHeight: 800,
	timeZoneOffset: 300,
	javaEnabled: false,
};

export const auto: Authentication = {
	when: "auto",
	returnAddress: "https://pay.example/pay/authenticate/a/b/return",
	browser,
};
