import type { Flow, Plain } from "../messages.ts";

const secret = (value: string) => ({ value });

/** Values that a request can be searched for. */
export const marks = {
	number: "4012888888881881",
	postalCode: "M5V1A1",
	reference: "probereference000001",
	transactionId: "probetransaction01",
	networkId: "987654321012345",
};

const card = {
	cardNumber: secret(marks.number),
	cardExpMonth: secret("08"),
	cardExpYear: secret("2030"),
	cardHolderName: secret("Ada Lovelace"),
	cardNetwork: "VISA",
};

const common = {
	address: {
		billingAddress: {
			firstName: secret("Ada"),
			lastName: secret("Lovelace"),
			line1: secret("1 King Street"),
			city: secret("Toronto"),
			state: secret("ON"),
			zipCode: secret(marks.postalCode),
			countryAlpha2Code: "CA",
			email: secret("ada@example.com"),
			phoneNumber: secret("4165551234"),
			phoneCountryCode: "+1",
		},
	},
	authType: "NO_THREE_DS",
	browserInfo: {
		userAgent: "Mozilla/5.0",
		acceptHeader: "*/*",
		language: "en",
		colorDepth: 24,
		screenHeight: 1080,
		screenWidth: 1920,
		timeZoneOffsetMinutes: 0,
		javaEnabled: false,
		javaScriptEnabled: false,
		ipAddress: "203.0.113.7",
	},
	description: marks.reference,
	customer: { name: "Ada Lovelace", email: secret("ada@example.com") },
	merchantOrderId: marks.reference,
	paymentChannel: "ECOMMERCE",
	returnUrl: "https://return.invalid/",
};

export const probes = [
	"sale",
	"authorize",
	"capture",
	"partial capture",
	"refund",
	"void",
	"lookup",
	"lookup by our id",
	"verification",
	"stored card",
] as const;

export type Probe = (typeof probes)[number];

/** An amount that no other value of the samples contains. */
const partialCents = 73_91;

/** That amount as processors write it. */
export const partialAmount = /7391|73\.91/;

type Amount = Plain & { minorAmount: number; currency: string };

const paymentMethod = { card: { ...card, cardCvc: secret("937") } };
const original = { connectorTransactionId: marks.transactionId, captureMethod: "MANUAL" };

/** The request of a probe. */
export function sampleOf(probe: Probe, currency: string): { flow: Flow; request: Plain } {
	const amount = (minorAmount: number) => ({ minorAmount, currency });
	const [whole, byOurId] = [amount(4321), { merchantTransactionId: marks.reference, amount: amount(4321) }];
	const samples: Record<Probe, [Flow, Plain]> = {
		sale: ["authorize", chargeOf(whole, "AUTOMATIC")],
		authorize: ["authorize", chargeOf(whole, "MANUAL")],
		capture: ["capture", captureOf(whole)],
		"partial capture": ["capture", captureOf(amount(partialCents))],
		refund: ["refund", refundOf(amount(1234))],
		void: ["void", voidOf(whole)],
		lookup: ["get", { ...original, ...byOurId }],
		"lookup by our id": ["get", byOurId],
		verification: ["setup_recurring", verificationOf(amount(0))],
		"stored card": ["charge", storedCardChargeOf(whole)],
	};
	const [flow, request] = samples[probe];
	return { flow, request };
}

function chargeOf(amount: Amount, captureMethod: string): Plain {
	return { ...common, amount, captureMethod, merchantTransactionId: marks.reference, paymentMethod };
}

function captureOf(amountToCapture: Amount): Plain {
	return { ...original, merchantCaptureId: marks.reference, amountToCapture };
}

function refundOf(refundAmount: Amount): Plain {
	return { ...original, merchantRefundId: marks.reference, paymentAmount: 4321, refundAmount, reason: "OTHER" };
}

function voidOf(amount: Amount): Plain {
	return { ...original, merchantVoidId: marks.reference, amount, cancellationReason: "requested_by_customer" };
}

function verificationOf(amount: Amount): Plain {
	return {
		...common,
		amount,
		merchantRecurringPaymentId: marks.reference,
		paymentMethod,
		setupFutureUsage: "OFF_SESSION",
		customerAcceptance: { acceptanceType: "OFFLINE", acceptedAt: 0 },
	};
}

function storedCardChargeOf(amount: Amount): Plain {
	return {
		...common,
		amount,
		captureMethod: "AUTOMATIC",
		merchantChargeId: marks.reference,
		connectorRecurringPaymentId: { networkMandateId: { networkTransactionId: marks.networkId } },
		connectorCustomerId: marks.networkId,
		paymentMethod: { cardDetailsForNetworkTransactionId: card },
		offSession: true,
		mitCategory: "RECURRING_MIT",
	};
}
