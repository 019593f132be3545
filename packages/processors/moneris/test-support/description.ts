// The bodies that Moneris takes: its OpenAPI description, version 2.6.1 of 2025-08-14. Other fields are refused.
import { z } from "zod";

const resourceId = z.string().regex(/^[A-Za-z]{2}\d{2}[A-Za-z0-9]{26}$/);
const money = z.strictObject({ amount: z.int().min(0).max(999_999_999), currency: z.string().min(3).max(4) });
const textOf = (maximum: number) => z.string().min(1).max(maximum);
const customData = z
	.record(z.string(), textOf(50))
	.refine((data) => Object.keys(data).length <= 10)
	.nullish();

const credentialOnFileInformation = z
	.strictObject({
		paymentIndicator: z.enum([
			"UNSCHEDULED_CREDENTIAL_ON_FILE",
			"RECURRING",
			"MERCHANT_INITIATED",
			"VARIABLE_RECURRING",
			"CUSTOMER_INITIATED",
		]),
		paymentInformation: z.enum(["FIRST", "SUBSEQUENT"]),
		issuerId: textOf(15).nullish(),
		originalAmount: money.nullish(),
	})
	// "First transactions only"; the two others name an initiator of later ones.
	.refine(({ paymentIndicator: indicator, paymentInformation: information }) =>
		information === "FIRST"
			? indicator !== "MERCHANT_INITIATED" && indicator !== "CUSTOMER_INITIATED"
			: indicator !== "UNSCHEDULED_CREDENTIAL_ON_FILE",
	);

const storing = {
	storePaymentMethod: z.enum(["DO_NOT_STORE", "CARDHOLDER_INITIATED", "MERCHANT_INITIATED"]).optional(),
	credentialOnFileInformation: credentialOnFileInformation.nullish(),
};

/** Their formats are "iso-3166" and "iso-3166-2". A subdivision's code is given without its country. */
const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const country = z
	.string()
	.regex(/^[A-Z]{2}$/)
	.refine((code) => /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined);
const subdivision = z.string().regex(/^[A-Z0-9]{1,3}$/);

const paymentMethod = z.discriminatedUnion("paymentMethodSource", [
	z.strictObject({
		paymentMethodSource: z.literal("CARD"),
		card: z.strictObject({
			cardNumber: z.string().regex(/^\d{13,19}$/),
			expiryMonth: z.int().min(1).max(12),
			expiryYear: z.int().min(2022).max(9999),
			// Required, also of stored cards.
			cardSecurityCode: z.string().regex(/^\d{3,4}$/),
		}),
		cardholderInformation: z.strictObject({ cardholderName: textOf(60), companyName: textOf(50).nullish() }).nullish(),
		contactDetails: z
			.strictObject({
				phoneNumber: z
					.string()
					.regex(/^\+[1-9]\d{1,14}$/)
					.nullish(),
				email: z.email().max(320).nullish(),
			})
			.nullish(),
		billingAddress: z
			.strictObject({
				unitNumber: textOf(19).nullish(),
				streetNumber: textOf(19).nullish(),
				streetName: textOf(100).nullish(),
				city: textOf(50).nullish(),
				province: subdivision.nullish(),
				postalCode: textOf(30).nullish(),
				country: country.nullish(),
			})
			.nullish(),
		customData,
		...storing,
	}),
	z.strictObject({ paymentMethodSource: z.literal("PAYMENT_METHOD_ID"), paymentMethodId: resourceId, ...storing }),
]);

const ecommerceIndicator = z
	.enum([
		"MAIL_TELEPHONE_ORDER_SINGLE",
		"MAIL_TELEPHONE_ORDER_RECURRING",
		"MAIL_TELEPHONE_ORDER_INSTALMENT",
		"MAIL_TELEPHONE_ORDER_UNKNOWN",
		"AUTHENTICATED_ECOMMERCE",
		"NON_AUTHENTICATED_ECOMMERCE",
		"SSL_MERCHANT",
	])
	.optional();

const idempotencyKey = textOf(36);

const charge = {
	idempotencyKey,
	orderId: textOf(50)
		.regex(/^[a-zA-Z0-9-_]+$/)
		.nullish(),
	customerId: resourceId.nullish(),
	customerReference: textOf(50).nullish(),
	paymentMethod,
	ecommerceIndicator,
	dynamicDescriptor: textOf(20).nullish(),
	customData,
};

export const bodies = {
	payment: z.strictObject({
		...charge,
		invoiceNumber: textOf(17).nullish(),
		amount: money,
		automaticCapture: z.boolean().optional(),
		ipv4: z.ipv4().nullish(),
		ipv6: z.ipv6().nullish(),
	}),
	validation: z.strictObject(charge),
	completion: z.strictObject({
		idempotencyKey,
		invoiceNumber: textOf(17).nullish(),
		customData,
		amount: money.nullish(),
		finalCompletion: z.boolean().optional(),
	}),
	cancellation: z.strictObject({ idempotencyKey, customData, reason: textOf(100).nullish() }),
	refund: z.strictObject({
		idempotencyKey,
		paymentId: resourceId,
		invoiceNumber: textOf(17).nullish(),
		refundAmount: money,
		customData,
		reason: textOf(100).nullish(),
	}),
};

export type ChargeBody = z.infer<typeof bodies.payment> | z.infer<typeof bodies.validation>;
export type PaymentMethodBody = z.infer<typeof paymentMethod>;

export const headerVersions: readonly string[] = ["2023-11-01", "2024-09-17", "2025-08-14", "2026-08-14"];
