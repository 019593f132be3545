import type { InquiryRequest, ProcessorRequest } from "@cardseal/vault";
import type { CardNumbers } from "@cardseal/vault/processors";
import type { Connector } from "./connector.ts";
import { partsOfRefundId } from "./ids.ts";
import type { Call, Plain } from "./messages.ts";

type ChargeRequest = Extract<ProcessorRequest, { card: unknown }>;
type ModificationRequest = Extract<ProcessorRequest, { original: unknown }>;

/** A flow of the library, with its request. */
export type Asked = Pick<Call, "flow" | "request"> & Partial<Pick<Call, "hasSecurityCode">>;

/**
 * The address to which a payer would return after a page of the bank. The gateway sends no payer to one, but processors want the
 * field.
 */
const returnUrl = "https://return.invalid/";

/** Card brands in the library's words. */
const networks: Readonly<Record<string, string>> = {
	visa: "VISA",
	mastercard: "MASTERCARD",
	amex: "AMEX",
	discover: "DISCOVER",
	diners: "DINERS_CLUB",
	jcb: "JCB",
	unionpay: "UNION_PAY",
	maestro: "MAESTRO",
};

const secret = (value: string | null | undefined) => (value ? { value } : undefined);
const money = (minorAmount: number, currency: string) => ({ minorAmount, currency });

/**
 * Tells whether a currency has cents. The library counts in the smallest unit of a currency, we always in hundredths: 100 yen would
 * become 10,000.
 */
export function hasCents(currency: string): boolean {
	const format = new Intl.NumberFormat("en", { style: "currency", currency });
	return format.resolvedOptions().maximumFractionDigits === 2;
}

/** Translates a charge or verification. Pure. */
export function chargeOf(connector: Connector, request: ChargeRequest, numbers: CardNumbers): Asked {
	const { storedCredential: stored, operation } = request;
	const networkId = stored?.use === "later" ? stored.networkTransactionId : null;
	if (networkId !== null && connector.storedCard === "charge") {
		return { flow: "charge", request: withoutGaps(storedCardCharge(request, numbers, networkId)) };
	}
	// Sent only with the payer present, and never for a stored card, whose code is not kept (PCI DSS 3.3.1).
	const code = request.initiatedBy === "merchant" ? undefined : numbers.securityCode;
	const hasSecurityCode = code !== undefined;
	const details = {
		...commonParts(request),
		merchantOrderId: request.invoiceId ?? request.reference,
		description: request.invoiceId ?? request.reference,
		paymentMethod: {
			card: { ...cardOf(request, numbers), cardCvc: { value: code ?? "" } },
		},
		returnUrl,
	};
	if (operation === "verification" && connector.verification === "setup_recurring") {
		return {
			flow: "setup_recurring",
			hasSecurityCode,
			request: withoutGaps({
				...details,
				merchantRecurringPaymentId: request.reference,
				setupFutureUsage: "OFF_SESSION",
				customerAcceptance: { acceptanceType: "OFFLINE", acceptedAt: 0 },
			}),
		};
	}
	return {
		flow: "authorize",
		hasSecurityCode,
		request: withoutGaps({
			...details,
			merchantTransactionId: request.reference,
			captureMethod: captureMethodOf(request),
		}),
	};
}

function storedCardCharge(request: ChargeRequest, numbers: CardNumbers, networkId: string): Plain {
	return {
		...commonParts(request),
		merchantChargeId: request.reference,
		merchantOrderId: request.invoiceId ?? request.reference,
		description: request.invoiceId ?? request.reference,
		connectorRecurringPaymentId: { networkMandateId: { networkTransactionId: networkId } },
		paymentMethod: { cardDetailsForNetworkTransactionId: cardOf(request, numbers) },
		captureMethod: captureMethodOf(request),
		offSession: request.initiatedBy === "merchant",
		mitCategory: categoryOf(request),
		email: secret(request.payer.email),
		returnUrl,
	};
}

function commonParts(request: ChargeRequest): Plain {
	const { payer } = request;
	return {
		amount: money(request.amountCents, request.currency),
		customer: { name: nameOf(request), email: secret(payer.email) },
		address: { billingAddress: addressOf(request) },
		authType: "NO_THREE_DS",
		paymentChannel: request.commerce === "moto" ? "TELEPHONE_ORDER" : "ECOMMERCE",
		browserInfo: { ipAddress: payer.ipAddress },
	};
}

function cardOf(request: ChargeRequest, { number, month, year }: CardNumbers): Plain {
	return {
		cardNumber: secret(number),
		cardExpMonth: secret(month),
		cardExpYear: secret(`20${year}`),
		cardHolderName: secret(nameOf(request)),
		cardNetwork: networks[request.card.brand],
	};
}

function addressOf({ payer }: ChargeRequest): Plain {
	return {
		firstName: secret(payer.firstName ?? payer.company),
		lastName: secret(payer.lastName),
		line1: secret(payer.address1),
		line2: secret(payer.address2),
		city: secret(payer.city),
		state: secret(payer.province),
		zipCode: secret(payer.postalCode),
		countryAlpha2Code: payer.country ?? undefined,
		email: secret(payer.email),
		phoneNumber: secret(payer.telephone),
	};
}

function nameOf({ payer }: ChargeRequest): string | undefined {
	const names = [payer.firstName, payer.lastName].filter(Boolean).join(" ");
	return names || payer.company || undefined;
}

/** A verification is an authorization of 0 that is never captured. */
function captureMethodOf({ operation }: ChargeRequest): string {
	return operation === "sale" ? "AUTOMATIC" : "MANUAL";
}

function categoryOf({ initiatedBy, storedCredential }: ChargeRequest): string | undefined {
	if (initiatedBy === "cardholder") return undefined;
	return storedCredential?.purpose === "recurring" ? "RECURRING_MIT" : "UNSCHEDULED_MIT";
}

/**
 * Translates a capture, refund or void. Pure.
 *
 * @param featureData what the processor wants to be told again of the original
 */
export function modificationOf(request: ModificationRequest, featureData?: string): Asked {
	const { original, reference, amountCents, currency } = request;
	const connectorTransactionId = original.processorTransactionId;
	const about = { connectorTransactionId, connectorFeatureData: secret(featureData) };
	const amount = money(amountCents, currency);
	switch (request.operation) {
		case "capture":
			return {
				flow: "capture",
				request: withoutGaps({
					...about,
					merchantCaptureId: reference,
					amountToCapture: amount,
					captureMethod: "MANUAL",
				}),
			};
		case "void":
			return {
				flow: "void",
				request: withoutGaps({
					...about,
					merchantVoidId: reference,
					amount,
					cancellationReason: "requested_by_customer",
				}),
			};
		case "refund":
			return {
				flow: "refund",
				request: withoutGaps({
					...about,
					merchantRefundId: reference,
					refundAmount: amount,
					paymentAmount: original.amountCents,
					reason: "OTHER",
				}),
			};
	}
}

/** Asks for a payment by the processor's id. Pure. */
export function lookupOf(connectorTransactionId: string, amountCents: number, currency: string): Asked {
	return { flow: "get", request: { connectorTransactionId, amount: money(amountCents, currency) } };
}

/**
 * Translates an inquiry; `undefined` when nothing identifies the request to the processor. Pure.
 */
export function inquiryOf(connector: Connector, request: InquiryRequest): Asked | undefined {
	const { reference, operation, amountCents, currency, processorTransactionId: id } = request;
	if (connector.lookup === "none" || (id === null && connector.lookup === "id")) return undefined;
	const amount = money(amountCents, currency);
	if (operation === "refund") {
		if (id === null) return undefined;
		const { connectorTransactionId, connectorRefundId } = partsOfRefundId(id);
		return {
			flow: "refund_get",
			request: {
				merchantRefundId: reference,
				connectorTransactionId,
				connectorRefundId,
				refundId: connectorRefundId,
				refundAmount: amount,
			},
		};
	}
	// A capture or a void changes the state of its original, which another request may have changed as well.
	if (id === null && (operation === "capture" || operation === "void")) return undefined;
	return {
		flow: "get",
		request: withoutGaps({
			connectorTransactionId: id ?? undefined,
			merchantTransactionId: reference,
			amount,
			captureMethod: operation === "authorization" || operation === "verification" ? "MANUAL" : "AUTOMATIC",
		}),
	};
}

/** Leaves out fields without a value, which the library would take for empty ones. */
function withoutGaps(value: Plain): Plain {
	const kept = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
	return Object.fromEntries(
		kept.map(([key, inner]) => [
			key,
			typeof inner === "object" && !Array.isArray(inner) ? withoutGaps(inner as Plain) : inner,
		]),
	);
}
