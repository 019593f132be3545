// Field names, lengths and values: OpenAPI description of the Moneris API, version 2025-08-14.
import { isIP } from "node:net";
import type { ChargeRequest, GivenAuthentication, ModificationRequest, ProcessorRequest } from "@cardseal/vault";
import { type CardNumbers, payerNameOf } from "@cardseal/vault/processors";
import { partsOfStoredId } from "./stored-cards.ts";

export interface Call {
	path: string;
	body: Record<string, unknown>;
}

/** Moneris settles in these. */
export const currencies: readonly string[] = ["CAD", "USD"];

/** `idempotencyKey`: at most 36 characters. `orderId`: letters, digits, "-" and "_". */
export const referenceForm = /^[A-Za-z0-9_-]{1,34}$/;

const moneyOf = ({ amountCents, currency }: ProcessorRequest) => ({ amount: amountCents, currency });

/** A verification is a validation, which has no amount. */
export function chargeCall(request: ChargeRequest, numbers: CardNumbers): Call {
	const { reference, operation, payerReference, invoiceId, statementText, payer } = request;
	const storing = request.storedCredential?.networkTransactionId;
	const common = {
		idempotencyKey: reference,
		orderId: reference,
		customerReference: payerReference === null ? undefined : fitting(payerReference, 50),
		paymentMethod: paymentMethodOf(request, numbers),
		ecommerceIndicator: indicatorOf(request),
		dynamicDescriptor: descriptorOf(statementText),
		// Moneris repeats it in answers and lists.
		customData: { operation, ...(storing && { storedBy: fitting(storing, 50) }) },
	};
	if (operation === "verification") return { path: "/validations", body: common };
	const ipVersion = isIP(payer.ipAddress ?? "");
	return {
		path: "/payments",
		body: {
			...common,
			amount: moneyOf(request),
			invoiceNumber: invoiceId === null ? undefined : fitting(invoiceId, 17),
			automaticCapture: operation === "sale",
			threeDSecureData: threeDSecureDataOf(request),
			...(ipVersion > 0 && { [`ipv${ipVersion}`]: payer.ipAddress }),
		},
	};
}

/**
 * A card needs its security code. Without it, only a card that an earlier charge stored at Moneris can be charged.
 */
function paymentMethodOf(request: ChargeRequest, { number, month, year, securityCode }: CardNumbers) {
	const { initiatedBy, storedCredential: stored } = request;
	const credentialOnFileInformation = credentialOf(request);
	const code = initiatedBy === "merchant" ? undefined : securityCode;
	const { paymentMethodId } = partsOfStoredId(stored?.networkTransactionId ?? null);
	if (stored?.use === "later" && code === undefined && paymentMethodId !== undefined) {
		return { paymentMethodSource: "PAYMENT_METHOD_ID", paymentMethodId, credentialOnFileInformation };
	}
	return {
		paymentMethodSource: "CARD",
		card: {
			cardNumber: number,
			expiryMonth: Number(month),
			expiryYear: 2000 + Number(year),
			cardSecurityCode: code,
		},
		...payerParts(request),
		storePaymentMethod: stored?.use === "first" ? "MERCHANT_INITIATED" : "DO_NOT_STORE",
		credentialOnFileInformation,
	};
}

function credentialOf({ initiatedBy, storedCredential: stored }: ChargeRequest) {
	if (stored === undefined) return undefined;
	const isScheduled = stored.purpose === "recurring" || stored.purpose === "instalment";
	if (stored.use === "first") {
		const paymentIndicator = isScheduled ? "RECURRING" : "UNSCHEDULED_CREDENTIAL_ON_FILE";
		return { paymentIndicator, paymentInformation: "FIRST" };
	}
	const byMerchant = isScheduled ? "RECURRING" : "MERCHANT_INITIATED";
	return {
		paymentIndicator: initiatedBy === "cardholder" ? "CUSTOMER_INITIATED" : byMerchant,
		paymentInformation: "SUBSEQUENT",
		issuerId: partsOfStoredId(stored.networkTransactionId).issuerId,
	};
}

function payerParts({ payer }: ChargeRequest) {
	const name = payerNameOf(payer);
	const [, streetNumber, streetName = payer.address1] = /^(\d\S{0,18})\s+(.+)$/.exec(payer.address1 ?? "") ?? [];
	const address = withoutGaps({
		unitNumber: fitting(payer.address2, 19),
		streetNumber,
		streetName: cut(streetName, 100),
		city: cut(payer.city, 50),
		// The subdivision's part of ISO 3166-2.
		province: /^[A-Z0-9]{1,3}$/.test(payer.province ?? "") ? payer.province : undefined,
		postalCode: fitting(payer.postalCode, 30),
		country: payer.country,
	});
	const contact = withoutGaps({
		email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(payer.email ?? "") ? fitting(payer.email, 320) : undefined,
		phoneNumber: /^\+[1-9]\d{1,14}$/.test(payer.telephone ?? "") ? payer.telephone : undefined,
	});
	return withoutGaps({
		cardholderInformation: name && withoutGaps({ cardholderName: cut(name, 60), companyName: cut(payer.company, 50) }),
		contactDetails: contact,
		billingAddress: address,
	});
}

/** The API requires all of it. */
export function isTakenByMoneris(result: GivenAuthentication): boolean {
	const { cavv, dsTransactionId, serverTransactionId = null } = result;
	return cavv !== null && dsTransactionId !== null && serverTransactionId !== null;
}

function threeDSecureDataOf({ authentication }: ChargeRequest) {
	if (authentication?.when !== "made") return undefined;
	const { version, cavv, dsTransactionId, serverTransactionId } = authentication.result;
	return {
		threeDSecureAuthenticationValue: cavv,
		threeDSecureVersion: version,
		threeDSecureServerTransactionId: serverTransactionId,
		threeDSecureDirectoryServerTransactionId: dsTransactionId,
	};
}

/** Moneris' words for the networks' ECI: Mastercard's 02 is 05 elsewhere, and its 01 is 06. */
const authenticatedIndicators: Readonly<Record<string, string>> = {
	"05": "AUTHENTICATED_ECOMMERCE",
	"02": "AUTHENTICATED_ECOMMERCE",
	"06": "NON_AUTHENTICATED_ECOMMERCE",
	"01": "NON_AUTHENTICATED_ECOMMERCE",
};

function indicatorOf({ commerce, storedCredential, authentication }: ChargeRequest): string {
	if (authentication?.when === "made") return authenticatedIndicators[authentication.result.eci] ?? "SSL_MERCHANT";
	if (commerce === "recurring") {
		const isInstalment = storedCredential?.purpose === "instalment";
		return isInstalment ? "MAIL_TELEPHONE_ORDER_INSTALMENT" : "MAIL_TELEPHONE_ORDER_RECURRING";
	}
	return commerce === "moto" ? "MAIL_TELEPHONE_ORDER_SINGLE" : "SSL_MERCHANT";
}

/** At most 20 characters. With the merchant's name and "/", 22: Moneris alone knows that name. */
function descriptorOf(text: string | null): string | undefined {
	const plain = (text ?? "").normalize("NFKD").replace(/[^A-Za-z0-9 .-]+/g, "");
	return plain.replace(/ +/g, " ").trim().slice(0, 20).trim() || undefined;
}

/** @param paymentId of the charge: captures and voids have no id of their own */
export function modificationCall(request: ModificationRequest, paymentId: string): Call {
	const { reference, operation, original } = request;
	// Repeated, because a later request may replace it.
	const customData = {
		[operation]: reference,
		operation: original.operation === "sale" ? "sale" : "authorization",
		...(original.operation === "capture" && operation === "void" && { capture: original.reference }),
	};
	const path = `/payments/${encodeURIComponent(paymentId)}`;
	const common = { idempotencyKey: reference, customData };
	if (operation === "void") return { path: `${path}/cancel`, body: common };
	const money = moneyOf(request);
	if (operation === "capture") {
		return { path: `${path}/complete`, body: { ...common, amount: money, finalCompletion: true } };
	}
	const notes = { reference, original: original.reference };
	return { path: "/refunds", body: { ...common, paymentId, refundAmount: money, customData: notes } };
}

/** `undefined` for a text that is too long: half an id is another's id. */
function fitting(text: string | null, length: number): string | undefined {
	return text && [...text].length <= length ? text : undefined;
}

function cut(text: string | null | undefined, length: number): string | undefined {
	return text ? [...text].slice(0, length).join("") : undefined;
}

/** Moneris takes no empty object or text. */
function withoutGaps(parts: Record<string, unknown>): Record<string, unknown> | undefined {
	const kept = Object.entries(parts).filter(([, value]) => value !== undefined && value !== null && value !== "");
	return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
