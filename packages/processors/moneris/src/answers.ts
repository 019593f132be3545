// Answers as in the OpenAPI description of the Moneris API, version 2025-08-14.
import type { Accepted, Authenticated, AuthenticationStatus, CheckResult, Decline, Outcome } from "@cardseal/vault";
import { accountRefused, declined, requestRefused } from "@cardseal/vault/processors";
import { z } from "zod";
import { meaningOf } from "./decline-codes.ts";
import { storedIdOf } from "./stored-cards.ts";

const moneySchema = z.object({ amount: z.int(), currency: z.string() });

/** A detail of another type than documented hides no outcome. */
const text = z.string().nullish().catch(null);

const number = z.int().nullish().catch(null);

const resultParts = {
	merchantId: z.string(),
	paymentMethod: z.object({
		paymentMethodId: z.string().min(1),
		paymentMethodInformation: z
			.object({
				storePaymentMethod: text,
				cardInformation: z
					.object({
						lastFour: text,
						expiryMonth: number,
						expiryYear: number,
						cardBrand: text,
					})
					.nullish(),
			})
			.nullish(),
	}),
	transactionDetails: z.object({
		isoResponseCode: text,
		responseCode: text,
		authorizationCode: text,
		message: text,
	}),
	verificationDetails: z
		.object({
			addressVerificationServiceResultCode: text,
			cardSecurityCodeResultCode: text,
			threeDSecureAuthenticationValueResultCode: text,
		})
		.nullish(),
	credentialOnFileResponse: z.object({ issuerId: text }).nullish(),
	customData: z.record(z.string(), z.unknown()).nullish().catch(null),
};

export const paymentSchema = z.object({
	...resultParts,
	paymentId: z.string().min(1),
	orderId: text,
	invoiceNumber: text,
	createdAt: z.string(),
	modifiedAt: text,
	amount: moneySchema,
	authorizedAmount: moneySchema.nullish(),
	multipleCompletions: z.array(z.object({ amount: moneySchema })).nullish(),
	paymentStatus: z.string(),
});

export const validationSchema = z.object({
	...resultParts,
	validationId: z.string().min(1),
	orderId: text,
	createdAt: z.string(),
	validationStatus: z.string(),
});

export const refundSchema = z.object({
	...resultParts,
	refundId: z.string().min(1),
	payment: z.object({ paymentId: z.string() }).nullish(),
	createdAt: z.string(),
	refundAmount: moneySchema,
	refundStatus: z.string(),
});

export type Payment = z.infer<typeof paymentSchema>;
export type Validation = z.infer<typeof validationSchema>;
export type Refund = z.infer<typeof refundSchema>;

type Result = Pick<
	Payment,
	"paymentMethod" | "transactionDetails" | "verificationDetails" | "credentialOnFileResponse"
>;

/** @throws Error for another form, without its values */
export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
	const read = schema.safeParse(body);
	if (!read.success) throw new Error("Moneris' answer is not understood.");
	return read.data;
}

export const notUnderstood = (status: string) =>
	new Error(
		`Moneris answered with a status that is not understood${/^[A-Z_]{1,40}$/.test(status) ? `: ${status}` : ""}.`,
	);

/** The notes of later requests on a payment. */
export function noteOf({ customData }: Pick<Payment, "customData">, name: string): string | undefined {
	const value = customData?.[name];
	return typeof value === "string" ? value : undefined;
}

/** The outcome of a charge, told by what became of it. */
export function chargeOutcome(payment: Payment, operation: "sale" | "authorization"): Outcome | Accepted {
	const { paymentId, paymentStatus: status, amount, authorizedAmount } = payment;
	// After a completion, `amount` is what was captured.
	const money = operation === "sale" || status === "AUTHORIZED" ? amount : (authorizedAmount ?? amount);
	const told = { processorTransactionId: paymentId, amountCents: money.amount, currency: money.currency };
	switch (status) {
		case "AUTHORIZED":
		case "INCREMENTED":
		case "PARTIALLY_COMPLETED":
			// A sale that is only authorized is not paid.
			if (operation === "sale") throw notUnderstood(status);
			return approval(payment, told);
		case "CANCELED":
			// Approved once, if we voided it. Otherwise cancelled at Moneris: the payer pays nothing.
			if (noteOf(payment, "void") !== undefined) return approval(payment, told);
			return { ...declined("soft", "processing_error", "The payment was cancelled at Moneris."), ...told };
		default:
			return statusOutcome(payment, status, told);
	}
}

export function validationOutcome(validation: Validation): Outcome | Accepted {
	const { validationId: id, validationStatus: status } = validation;
	return statusOutcome(validation, status, { processorTransactionId: id });
}

export function refundOutcome(refund: Refund): Outcome | Accepted {
	const { refundId: id, refundStatus, refundAmount } = refund;
	const { amount: amountCents, currency } = refundAmount;
	return statusOutcome(refund, refundStatus, { processorTransactionId: id, amountCents, currency });
}

function statusOutcome(result: Result, status: string, told: Told): Outcome | Accepted {
	switch (status) {
		case "SUCCEEDED":
			return approval(result, told);
		case "DECLINED":
		case "DECLINED_RETRY":
			return decline(result, told);
		case "PROCESSING":
			return { result: "accepted", processorTransactionId: told.processorTransactionId };
		default:
			throw notUnderstood(status);
	}
}

/** `undefined` while the authorization is not captured. */
export function captureOutcome(
	payment: Payment,
	{ reference, amountCents }: { reference: string; amountCents: number },
): Outcome | Accepted | undefined {
	const { paymentId, paymentStatus: status } = payment;
	const capturedBy = noteOf(payment, "capture");
	if (capturedBy !== undefined && capturedBy !== reference) return undefined;
	const isVoided = status === "CANCELED" && capturedBy === reference;
	if (status === "SUCCEEDED" || status === "PARTIALLY_COMPLETED" || isVoided) {
		const told = isVoided ? {} : capturedAmount(payment, amountCents);
		return approval(payment, { processorTransactionId: paymentId, ...told });
	}
	if (status === "PROCESSING") return { result: "accepted", processorTransactionId: paymentId };
	if (status === "AUTHORIZED" || status === "INCREMENTED" || status === "CANCELED") return undefined;
	throw notUnderstood(status);
}

/**
 * The documents do not say whether `amount` is the captured amount or stays the authorized one. So the authorized amount
 * tells nothing.
 */
function capturedAmount({ amount, authorizedAmount, multipleCompletions }: Payment, amountCents: number) {
	const { amount: told, currency } = multipleCompletions?.at(-1)?.amount ?? amount;
	if (told !== amountCents && told === authorizedAmount?.amount) return { currency };
	return { amountCents: told, currency };
}

/** `undefined` while the payment is not cancelled. */
export function voidOutcome(payment: Payment, reference: string): Outcome | undefined {
	const voidedBy = noteOf(payment, "void");
	if (payment.paymentStatus !== "CANCELED" || (voidedBy !== undefined && voidedBy !== reference)) return undefined;
	return approval(payment, { processorTransactionId: payment.paymentId });
}

type Told = Pick<Outcome, "processorTransactionId" | "amountCents" | "currency">;

const addressResults: Readonly<Record<string, CheckResult>> = {
	FULL_MATCH: "MATCH",
	PARTIAL_MATCH: "PARTIAL",
	NO_MATCH: "NO_MATCH",
};

const securityCodeResults: Readonly<Record<string, CheckResult>> = {
	MATCH: "MATCH",
	NO_MATCH: "NO_MATCH",
	AMEX_JCB_MATCH: "MATCH",
	AMEX_JCB_INVALID: "NO_MATCH",
};

/** The bank's check of the cavv. It is left out where the bank did not check. */
const valueResults: Readonly<Record<string, AuthenticationStatus>> = {
	VISA_CAVV_PASSED_VALIDATION_AUTHENTICATION: "Y",
	MASTERCARD_AUTHENTICATION_SUCCESSFUL: "Y",
	AMEX_AEVV_PASSED_AUTHENTICATION_ISSUER_KEY: "Y",
	VISA_CAVV_PASSED_VALIDATION_ATTEMPTED: "A",
	MASTERCARD_AUTHENTICATION_ATTEMPTED: "A",
	AMEX_AEVV_PASSED_ATTEMPT_ISSUER_KEY: "A",
	AMEX_AEVV_PASSED_ATTEMPT_ISSUER_NOT_PARTICIPATING_NETWORK_KEY: "A",
	AMEX_AEVV_PASSED_ATTEMPT_PARTICIPATING_NOT_AVAILABLE_NETWORK_KEY: "A",
	VISA_CAVV_PASSED_VALIDATION_INFO_ONLY: "I",
	VISA_CAVV_AUTHENTICATION_RESULTS_INVALID: "N",
	VISA_CAVV_FAILED_VALIDATION_ATTEMPTED: "N",
	VISA_CAVV_FAILED_VALIDATION_AUTHENTICATION: "N",
	MASTERCARD_AUTHENTICATION_FAILED: "N",
	AMEX_AEVV_FAILED_ATTEMPT_ISSUER_KEY: "N",
	AMEX_AEVV_FAILED_ATTEMPT_ISSUER_NOT_PARTICIPATING_NETWORK_KEY: "N",
	AMEX_AEVV_FAILED_ATTEMPT_PARTICIPATING_NOT_AVAILABLE_NETWORK_KEY: "N",
	AMEX_AEVV_FAILED_AUTHENTICATION_ISSUER_KEY: "N",
};

function authenticatedOf(code: string | null | undefined): Authenticated | undefined {
	const status = valueResults[code ?? ""];
	return status && { status };
}

function detailsOf({ paymentMethod, transactionDetails, verificationDetails: checks, ...result }: Result) {
	const issuerId = result.credentialOnFileResponse?.issuerId;
	const isStored = paymentMethod.paymentMethodInformation?.storePaymentMethod === "MERCHANT_INITIATED";
	return {
		message: transactionDetails.message ?? "",
		issuerCode: codesOf(transactionDetails),
		avsResult: addressResults[checks?.addressVerificationServiceResultCode ?? ""] ?? "NOT_CHECKED",
		cvvResult: securityCodeResults[checks?.cardSecurityCodeResultCode ?? ""] ?? "NOT_CHECKED",
		authenticated: authenticatedOf(checks?.threeDSecureAuthenticationValueResultCode),
		networkTransactionId: isStored ? storedIdOf(issuerId, paymentMethod.paymentMethodId) : (issuerId ?? undefined),
	} as const;
}

function codesOf({ responseCode, isoResponseCode }: Payment["transactionDetails"]): string | undefined {
	return [responseCode, isoResponseCode].filter(Boolean).join("-") || undefined;
}

/** "Below 50: approved; 50 and above: declined." A contradiction is no outcome. */
const isApprovalCode = (code: string) => Number(code) < 50;

function approval(result: Result, told: Told): Outcome {
	const { responseCode, authorizationCode } = result.transactionDetails;
	if (responseCode && !isApprovalCode(responseCode)) throw notUnderstood("SUCCEEDED");
	const { issuerCode: _, ...details } = detailsOf(result);
	return { result: "approved", authorizationCode: authorizationCode ?? "", ...details, ...told };
}

function decline(result: Result, told: Told): Decline {
	const { responseCode } = result.transactionDetails;
	if (responseCode && isApprovalCode(responseCode)) throw notUnderstood("DECLINED");
	const details = detailsOf(result);
	// No bank saw it.
	if (!responseCode) {
		return { result: "declined", declineCode: "processing_error", declineClass: "soft", ...details, ...told };
	}
	return { result: "declined", ...meaningOf(details.issuerCode), ...details, ...told };
}

/** `application/problem+json`, RFC 7807. */
const problemSchema = z.object({
	title: text,
	detail: text,
	instance: text,
	category: text,
	errors: z.array(z.object({ parameterName: text, reasonCode: text })).nullish(),
});

export interface Refusal {
	outcome: Decline;
	/** The declined payment, refund or validation, whose details tell more. */
	instance?: string | undefined;
	/** The refused fields' names. */
	fields: string[];
}

const wordForm = /^[A-Za-z0-9_.[\]-]{1,60}$/;

/**
 * Reads an error that certainly left nothing behind.
 *
 * @throws Error for any other one
 */
export function readRefusal(status: number, body: unknown, isModification: boolean): Refusal {
	const problem = problemSchema.safeParse(body).data;
	const fields = fieldsOf(problem);
	const refuse = (outcome: Decline): Refusal => ({ outcome, fields });
	const category = problem?.category ?? null;
	const isForm = status === 400 || status === 422;
	if (status === 401) return refuse(accountRefused("Moneris refuses this account's OAuth client. Create it again."));
	if (status === 403 && category === "UNAUTHORIZED_ERROR") return refuse(accountRefused(notAllowed));
	if (isForm && category === "DECLINED_ERROR") {
		return { ...refuse(declineOf(problem)), instance: instanceOf(problem?.instance) };
	}
	// The order ID or key was used: the first request may have charged.
	const isRepeated = fields.some((name) => name === "orderId" || name === "idempotencyKey");
	if (category !== "INVALID_REQUEST_ERROR" || isRepeated) throw unexpected(status);
	if (isForm) return refuse(formRefused(fields));
	if (isModification && (status === 404 || status === 409)) return refuse(stateRefused(status));
	throw unexpected(status);
}

const unexpected = (status: number) => new Error(`Moneris answered ${status}.`);

/** Names only: values and messages may repeat the card. */
function fieldsOf(problem: z.infer<typeof problemSchema> | undefined): string[] {
	const names = (problem?.errors ?? []).map(({ parameterName }) => parameterName ?? "");
	return names.filter((name) => wordForm.test(name));
}

const notAllowed =
	"Moneris does not let this OAuth client act for this merchant. Check the merchant ID, and the client's scopes payment.write and refund.write.";

const stateRefused = (status: 404 | 409) => {
	const message = status === 404 ? "Moneris does not know this payment." : "The payment's state does not allow it.";
	return declined("hard", "not_permitted", message);
};

function formRefused(fields: string[]): Decline {
	// Only the payer can help: a renewal's payer gets the dunning mail.
	if (fields.some((name) => name.endsWith("cardSecurityCode"))) {
		const message =
			"Moneris charges a card only with its security code, and a stored card only if a charge at Moneris stored it. Ask the payer for the card.";
		return declined("data", "generic", message);
	}
	const named = fields.length > 0 ? `. Fields: ${fields.slice(0, 5).join(", ")}` : "";
	return requestRefused(`Moneris refuses this request${named}.`);
}

/** Its detail begins with both codes, such as "052-38 - PIN retries exceeded". */
function declineOf(problem: z.infer<typeof problemSchema> | undefined): Decline {
	const [, issuerCode, message] = /^(\d{3}(?:-[0-9A-Z]{2})?)\b[ -]*(.*)$/.exec(problem?.detail ?? "") ?? [];
	if (issuerCode !== undefined) {
		return { ...declined("soft", "generic", message ?? ""), ...meaningOf(issuerCode), issuerCode };
	}
	const title = problem?.title && wordForm.test(problem.title) ? problem.title : undefined;
	return {
		...declined("soft", title === "INSUFFICIENT_FUNDS" ? "insufficient_funds" : "generic", ""),
		issuerCode: title,
	};
}

function instanceOf(instance: string | null | undefined): string | undefined {
	return instance && /^\/(?:payments|refunds|validations)\/[A-Za-z0-9]{1,40}$/.test(instance) ? instance : undefined;
}
