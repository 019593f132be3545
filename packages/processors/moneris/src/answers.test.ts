import { expect, test } from "vitest";
import { chargeOutcome, parse, paymentSchema, readRefusal } from "./answers.ts";

/** The example of the OpenAPI description, shortened. */
const payment = {
	paymentId: "pi0105ARZ3NDEKTSV4RRFFQ69G5FAV",
	merchantId: "0123456789101",
	orderId: "1q2w3e4r5t6t78",
	createdAt: "2019-07-30T06:43:40.252Z",
	amount: { amount: 16000, currency: "CAD" },
	authorizedAmount: { amount: 16000, currency: "CAD" },
	paymentMethod: {
		paymentMethodId: "pm0105ARZ3NDEKTSV4RRFFQ69G5FAV",
		paymentMethodInformation: {
			paymentMethodType: "CARD",
			cardInformation: { lastFour: "1234", expiryMonth: 1, expiryYear: 2028, cardBrand: "MASTERCARD" },
			storePaymentMethod: "DO_NOT_STORE",
		},
	},
	paymentStatus: "SUCCEEDED",
	transactionDetails: { isoResponseCode: "00", responseCode: "000", message: "approved" },
	verificationDetails: {
		addressVerificationServiceResultCode: "FULL_MATCH",
		cardSecurityCodeResultCode: "MATCH",
	},
	credentialOnFileResponse: null,
	customData: null,
};

const outcomeOf = (body: object) => chargeOutcome(parse(paymentSchema, { ...payment, ...body }), "sale");

test("the documented example is an approval", () => {
	expect(outcomeOf({})).toEqual({
		result: "approved",
		authorizationCode: "",
		message: "approved",
		processorTransactionId: payment.paymentId,
		amountCents: 160_00,
		currency: "CAD",
		avsResult: "MATCH",
		cvvResult: "MATCH",
		networkTransactionId: undefined,
	});
});

test("a detail of another type hides no approval", () => {
	const transactionDetails = { isoResponseCode: 0, responseCode: 27, message: 1, authorizationCode: 123456 };
	const verificationDetails = { addressVerificationServiceResultCode: 1, cardSecurityCodeResultCode: "NEW" };
	expect(outcomeOf({ transactionDetails, verificationDetails, customData: "text" })).toMatchObject({
		result: "approved",
		avsResult: "NOT_CHECKED",
		cvvResult: "NOT_CHECKED",
	});
});

test.each([
	["SUCCEEDED", "481"],
	["DECLINED", "027"],
	["AUTHORIZED", "027"],
	["REFERRED", "027"],
])("a sale with the status %s and the code %s is no outcome", (paymentStatus, responseCode) => {
	const transactionDetails = { ...payment.transactionDetails, responseCode };
	expect(() => outcomeOf({ paymentStatus, transactionDetails })).toThrow("not understood");
});

const problem = (category: string | null, more: object = {}) => ({
	type: "https://api-developer.moneris.com/responsehandling",
	category,
	errors: [],
	...more,
});

test.each([
	// As Moneris answered an integration in public.
	[
		"052-38 - PIN retries exceeded",
		{ issuerCode: "052-38", declineCode: "not_permitted", message: "PIN retries exceeded" },
	],
	["481-1A - Authentication required", { issuerCode: "481-1A", declineCode: "authentication_required" }],
	["476-03 - Merchant not on file", { declineCode: "processing_error", declineClass: "soft" }],
	// An unknown ISO code leaves Moneris' own.
	["490-X9 - CVV2 failure", { issuerCode: "490-X9", declineCode: "incorrect_cvv", declineClass: "data" }],
	["499-ZZ - Something new", { issuerCode: "499-ZZ", declineCode: "generic", declineClass: "soft" }],
])("a decline that says %j", (detail, outcome) => {
	expect(readRefusal(400, problem("DECLINED_ERROR", { detail }), false).outcome).toMatchObject(outcome);
	expect(readRefusal(422, problem("DECLINED_ERROR", { detail }), false).outcome).toMatchObject(outcome);
});

test("a decline with a title alone has it as its code", () => {
	// The example of the OpenAPI description.
	const title = "INSUFFICIENT_FUNDS";
	const detail = "Funds are insufficient to execute the operation.";
	expect(readRefusal(400, problem("DECLINED_ERROR", { title, detail }), false).outcome).toMatchObject({
		issuerCode: title,
		declineCode: "insufficient_funds",
	});
});

test.each([
	[400, null],
	[400, "API_ERROR"],
	[400, "INTERNAL_SERVER_ERROR"],
	[403, null],
	[404, "INVALID_REQUEST_ERROR"],
	[409, "IDEMPOTENCY_ERROR"],
	[409, "INVALID_REQUEST_ERROR"],
	[429, null],
	[500, "DECLINED_ERROR"],
	[503, "INTERNAL_SERVER_ERROR"],
])("a charge's error %i of category %s is no decline", (status, category) => {
	expect(() => readRefusal(status, problem(category), false)).toThrow(`Moneris answered ${status}.`);
});

test("an order ID that was used is no decline: the first request may have charged", () => {
	const errors = [{ parameterName: "orderId", reasonCode: "INVALID_VALUE" }];
	expect(() => readRefusal(400, problem("INVALID_REQUEST_ERROR", { errors }), false)).toThrow();
});

test("a refusal repeats names of fields, and no value or message", () => {
	const errors = [
		{ parameterName: "card.cardNumber", parameterValue: "4012888888881881", errorMessage: "4012888888881881 is wrong" },
		{ parameterName: "4012 8888 8888 1881", reasonCode: "INVALID_VALUE" },
	];
	const { outcome } = readRefusal(400, problem("INVALID_REQUEST_ERROR", { errors, detail: "4012888888881881" }), false);
	expect(outcome.message).toBe("Moneris refuses this request. Fields: card.cardNumber.");
});

test.each([404, 409])("a modification's %i means that its payment does not allow it", (status) => {
	expect(readRefusal(status, problem("INVALID_REQUEST_ERROR"), true).outcome).toMatchObject({
		declineCode: "not_permitted",
		declineClass: "hard",
	});
});
