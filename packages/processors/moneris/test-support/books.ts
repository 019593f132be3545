import { randomBytes } from "node:crypto";
import type { PaymentMethodBody } from "./description.ts";

export type Money = { amount: number; currency: string };

interface Details {
	transactionUniqueId: string;
	isoResponseCode: string | null;
	responseCode: string | null;
	authorizationCode: string | null;
	message: string | null;
	ecommerceIndicator: string;
}

export interface StoredMethod {
	paymentMethodId: string;
	issuerId: string;
	lastFour: string;
	expiryMonth: number;
	expiryYear: number;
	storePaymentMethod: string;
	postalCode: string | null | undefined;
	hasSecurityCode: boolean;
}

/** A payment, refund or validation. */
export interface Entry {
	kind: "payments" | "refunds" | "validations";
	id: string;
	/** Our reference. */
	reference: string;
	orderId: string | null;
	invoiceNumber: string | null;
	status: string;
	amount: Money;
	authorizedAmount: Money;
	capturableAmount: Money;
	refundedAmount: number;
	paymentId: string | null;
	method: StoredMethod;
	details: Details;
	customData: Record<string, string> | null;
	createdAt: number;
	modifiedAt: number | null;
	isCapturedAtOnce: boolean;
	/** Settled payments are refunded, not cancelled. */
	isSettled: boolean;
}

export interface Movement {
	reference: string;
	operation: "capture" | "void";
	amount: Money;
}

const idOf = (prefix: string) => `${prefix}01${randomBytes(13).toString("hex")}`;

/** Amex, as the promises' card. */
const brandOf = ({ lastFour }: StoredMethod) => (lastFour === "0005" ? "AMERICAN_EXPRESS" : "VISA");

/** @param now ms since 1970 */
export function openBooks(now: () => number) {
	const entries: Entry[] = [];
	const movements: Movement[] = [];
	const methods = new Map<string, StoredMethod>();
	const keys = new Set<string>();

	return {
		entries,
		movements,

		/** False when the key was used before, also by a refused request. */
		takeKey(key: string): boolean {
			if (keys.has(key)) return false;
			keys.add(key);
			return true;
		},

		find: (kind: Entry["kind"], id: string) => entries.find((entry) => entry.kind === kind && entry.id === id),

		hasOrder: (orderId: string) => entries.some((entry) => entry.orderId === orderId),

		storedMethod: (id: string) => methods.get(id),

		methodOf(body: PaymentMethodBody): StoredMethod {
			if (body.paymentMethodSource === "PAYMENT_METHOD_ID") {
				const stored = methods.get(body.paymentMethodId);
				if (stored === undefined) throw new Error("The API checks it.");
				return { ...stored, hasSecurityCode: false };
			}
			const { card, storePaymentMethod = "DO_NOT_STORE", billingAddress } = body;
			const method = {
				paymentMethodId: idOf("pm"),
				issuerId: randomDigits(15),
				lastFour: card.cardNumber.slice(-4),
				expiryMonth: card.expiryMonth,
				expiryYear: card.expiryYear,
				storePaymentMethod,
				postalCode: billingAddress?.postalCode,
				hasSecurityCode: true,
			};
			if (storePaymentMethod !== "DO_NOT_STORE") methods.set(method.paymentMethodId, method);
			return method;
		},

		add(entry: Omit<Entry, "id" | "createdAt" | "modifiedAt" | "refundedAmount" | "isSettled">): Entry {
			const prefix = { payments: "pi", refunds: "ri", validations: "va" }[entry.kind];
			const added = {
				...entry,
				id: idOf(prefix),
				createdAt: now(),
				modifiedAt: null,
				refundedAmount: 0,
				isSettled: false,
			};
			entries.push(added);
			return added;
		},

		change(entry: Entry, changes: Partial<Entry>): Entry {
			return Object.assign(entry, changes, { modifiedAt: now() });
		},

		/** @param codes Moneris' and the ISO code; `undefined` for an approval */
		detailsOf(codes: readonly [string, string] | undefined, message: string | null, indicator?: string): Details {
			const [responseCode, isoResponseCode] = codes ?? ["027", "00"];
			return {
				transactionUniqueId: randomBytes(16).toString("hex"),
				isoResponseCode,
				responseCode,
				authorizationCode: codes === undefined ? randomDigits(6) : null,
				message: codes === undefined ? "APPROVED" : message,
				ecommerceIndicator: indicator ?? "SSL_MERCHANT",
			};
		},

		/** The newest first. */
		list: (kind: Entry["kind"], from: number, to: number) =>
			entries.filter((one) => one.kind === kind && one.createdAt >= from && one.createdAt <= to).toReversed(),
	};
}

export type Books = ReturnType<typeof openBooks>;

/** The bank finds each value right. */
const valueResults: Readonly<Record<string, string>> = {
	AUTHENTICATED_ECOMMERCE: "VISA_CAVV_PASSED_VALIDATION_AUTHENTICATION",
	NON_AUTHENTICATED_ECOMMERCE: "VISA_CAVV_PASSED_VALIDATION_ATTEMPTED",
};

/** As Moneris shows it. */
export function shownEntry(entry: Entry, merchantId: string): Record<string, unknown> {
	const { kind, id, orderId, invoiceNumber, status, amount, method, details, customData } = entry;
	const createdAt = new Date(entry.createdAt).toISOString();
	const common = {
		merchantId,
		createdAt,
		modifiedAt: entry.modifiedAt === null ? null : new Date(entry.modifiedAt).toISOString(),
		paymentMethod: {
			paymentMethodId: method.paymentMethodId,
			merchantId,
			cardholderInformation: null,
			contactDetails: null,
			billingAddress: null,
			paymentMethodInformation: {
				paymentMethodType: "CARD",
				paymentMethodSource: "CARD",
				cardInformation: {
					lastFour: method.lastFour,
					expiryMonth: method.expiryMonth,
					expiryYear: method.expiryYear,
					cardBrand: brandOf(method),
					cardType: "CREDIT",
				},
				storePaymentMethod: method.storePaymentMethod,
			},
			createdAt,
			modifiedAt: null,
			customData: null,
		},
		transactionDetails: details,
		credentialOnFileResponse: { originalAmount: null, issuerId: method.issuerId },
		customData,
	};
	if (kind === "refunds") {
		return {
			refundId: id,
			payment: { paymentId: entry.paymentId },
			refundAmount: amount,
			refundStatus: status,
			...common,
		};
	}
	const verificationDetails = {
		addressVerificationServiceResultCode: addressResultOf(method.postalCode),
		cardSecurityCodeResultCode: method.hasSecurityCode ? "MATCH" : "CVD_NOT_PRESENT",
		threeDSecureAuthenticationValueResultCode: valueResults[details.ecommerceIndicator] ?? null,
	};
	if (kind === "validations") {
		return { validationId: id, orderId, validationStatus: status, verificationDetails, ...common };
	}
	const { authorizedAmount, capturableAmount, refundedAmount } = entry;
	const refundDetails =
		refundedAmount === 0 ? null : { refunds: [], refundedAmount: { ...amount, amount: refundedAmount } };
	return {
		paymentId: id,
		orderId,
		invoiceNumber,
		transactionDateTime: createdAt,
		amount,
		authorizedAmount,
		capturableAmount,
		paymentStatus: status,
		verificationDetails,
		refundDetails,
		...common,
	};
}

export function randomDigits(length: number): string {
	return BigInt(`0x1${randomBytes(16).toString("hex")}`)
		.toString()
		.slice(-length);
}

/** No card has the postal code N0N0N0. */
function addressResultOf(postalCode: StoredMethod["postalCode"]): string {
	if (!postalCode) return "UNAVAILABLE";
	return postalCode === "N0N0N0" ? "NO_MATCH" : "FULL_MATCH";
}
