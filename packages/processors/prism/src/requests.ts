import type { ChargeRequest, InquiryRequest, ModificationRequest } from "@cardseal/vault";
import { type CardNumbers, payerNameOf } from "@cardseal/vault/processors";
import type { Connector } from "./connector.ts";
import { partsOfRefundId } from "./ids.ts";
import type { Call, Plain } from "./messages.ts";

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

/** Translates a charge or verification. */
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
		paymentMethod: { card: { ...cardOf(request, numbers), cardCvc: { value: code ?? "" } } },
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
		connectorRecurringPaymentId: { networkMandateId: { networkTransactionId: networkId } },
		paymentMethod: { cardDetailsForNetworkTransactionId: cardOf(request, numbers) },
		captureMethod: captureMethodOf(request),
		offSession: request.initiatedBy === "merchant",
		mitCategory: categoryOf(request),
		email: secret(request.payer.email),
	};
}

function commonParts(request: ChargeRequest): Plain {
	const { payer } = request;
	return {
		amount: money(request.amountCents, request.currency),
		customer: { name: payerNameOf(request.payer), email: secret(payer.email) },
		address: { billingAddress: addressOf(request) },
		authType: "NO_THREE_DS",
		paymentChannel: request.commerce === "moto" ? "TELEPHONE_ORDER" : "ECOMMERCE",
		browserInfo: { ipAddress: payer.ipAddress },
		merchantOrderId: request.invoiceId ?? request.reference,
		description: request.invoiceId ?? request.reference,
		returnUrl,
	};
}

function cardOf(request: ChargeRequest, { number, month, year }: CardNumbers): Plain {
	return {
		cardNumber: secret(number),
		cardExpMonth: secret(month),
		cardExpYear: secret(`20${year}`),
		cardHolderName: secret(payerNameOf(request.payer)),
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

/** A verification is an authorization of 0 that is never captured. */
function captureMethodOf({ operation }: ChargeRequest): string {
	return operation === "sale" ? "AUTOMATIC" : "MANUAL";
}

function categoryOf({ initiatedBy, storedCredential }: ChargeRequest): string | undefined {
	if (initiatedBy === "cardholder") return undefined;
	return storedCredential?.purpose === "recurring" ? "RECURRING_MIT" : "UNSCHEDULED_MIT";
}

/**
 * Translates a capture, refund or void.
 *
 * @param featureData what the processor wants to be told again of the original
 */
export function modificationOf(request: ModificationRequest, featureData?: string): Asked {
	const { original, reference, amountCents, currency } = request;
	const connectorTransactionId = original.processorTransactionId;
	const about = { connectorTransactionId, connectorFeatureData: secret(featureData) };
	const amount = money(amountCents, currency);
	const changes: Record<ModificationRequest["operation"], Plain> = {
		capture: { merchantCaptureId: reference, amountToCapture: amount, captureMethod: "MANUAL" },
		void: { merchantVoidId: reference, amount, cancellationReason: "requested_by_customer" },
		refund: { merchantRefundId: reference, refundAmount: amount, paymentAmount: original.amountCents, reason: "OTHER" },
	};
	return { flow: request.operation, request: withoutGaps({ ...about, ...changes[request.operation] }) };
}

/** Asks for a payment by the processor's id. */
export function lookupOf(connectorTransactionId: string, amountCents: number, currency: string): Asked {
	return { flow: "get", request: { connectorTransactionId, amount: money(amountCents, currency) } };
}

/**
 * Translates an inquiry; `undefined` when nothing identifies the request to the processor.
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
	return JSON.parse(JSON.stringify(value, (_name, inner: unknown) => inner ?? undefined));
}
