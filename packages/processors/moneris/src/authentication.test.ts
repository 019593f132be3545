import type { ChargeRequest, GivenAuthentication } from "@cardseal/vault";
import { numbersOf } from "@cardseal/vault/processors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bodies } from "../test-support/description.ts";
import { inquiryAbout, newCharge } from "../test-support/requests.ts";
import { type MonerisSimulator, startMoneris } from "../test-support/simulator.ts";
import { createMoneris } from "./adapter.ts";
import { chargeOutcome, parse, paymentSchema } from "./answers.ts";
import { chargeCall } from "./requests.ts";

let moneris: MonerisSimulator;
let processor: ReturnType<typeof createMoneris>;

beforeAll(async () => {
	moneris = await startMoneris();
	const { url } = moneris.network;
	processor = createMoneris({ url, sandboxUrl: url });
});
afterAll(() => moneris.stop());

const submit = (request: ChargeRequest) => processor.submit(request, moneris.network.account);

const result: GivenAuthentication = {
	version: "2.2.0",
	eci: "05",
	status: "Y",
	cavv: "AAABBEg0VhI0VniQEjRWAAAAAAA=",
	dsTransactionId: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b",
	serverTransactionId: "d461f105-1792-407f-95ff-9a496fd918a9",
};

const made = (changes: Partial<GivenAuthentication> = {}) =>
	newCharge({ authentication: { when: "made", result: { ...result, ...changes } } });

function bodyOf(request: ChargeRequest) {
	return JSON.parse(JSON.stringify(chargeCall(request, numbersOf(request.card)).body));
}

describe("the merchant's own result of 3-D Secure", () => {
	test("is sent as the description has it", () => {
		const body = bodyOf(made());
		expect(bodies.payment.safeParse(body).error).toBeUndefined();
		expect(body.threeDSecureData).toEqual({
			threeDSecureAuthenticationValue: result.cavv,
			threeDSecureVersion: "2.2.0",
			threeDSecureServerTransactionId: result.serverTransactionId,
			threeDSecureDirectoryServerTransactionId: result.dsTransactionId,
		});
	});

	test.each([
		["05", "AUTHENTICATED_ECOMMERCE"],
		["02", "AUTHENTICATED_ECOMMERCE"],
		["06", "NON_AUTHENTICATED_ECOMMERCE"],
		["01", "NON_AUTHENTICATED_ECOMMERCE"],
		["07", "SSL_MERCHANT"],
		["00", "SSL_MERCHANT"],
	])("with ECI %s is %s", (eci, indicator) => {
		expect(bodyOf(made({ eci })).ecommerceIndicator).toBe(indicator);
	});

	test.each([
		["05", "Y"],
		["06", "A"],
	])("with ECI %s is approved with the bank's check, which an inquiry tells too", async (eci, status) => {
		const request = made({ eci });
		const outcome = await submit(request);
		expect(outcome).toMatchObject({ result: "approved", authenticated: { status } });
		expect(await processor.inquire(inquiryAbout(request), moneris.network.account)).toEqual(outcome);
	});

	test.each([
		{ cavv: null },
		{ dsTransactionId: null },
		{ serverTransactionId: null },
		{ serverTransactionId: undefined },
	])("with %j is not sent", async (changes) => {
		const earlier = moneris.network.received.length;
		expect(await submit(made(changes))).toMatchObject({
			declineClass: "configuration",
			declineCode: "request_refused",
			message: expect.stringContaining("server_transaction_id"),
		});
		expect(moneris.network.received.length).toBe(earlier);
	});

	test("is absent from other charges, whose answers tell none", async () => {
		expect(bodyOf(newCharge())).not.toHaveProperty("threeDSecureData");
		expect(await submit(newCharge())).toMatchObject({ result: "approved", authenticated: undefined });
	});
});

const payment = {
	merchantId: "0123456789101",
	paymentId: "pi0105ARZ3NDEKTSV4RRFFQ69G5FAV",
	createdAt: "2026-01-02T03:04:05Z",
	amount: { amount: 12_34, currency: "CAD" },
	paymentStatus: "SUCCEEDED",
	paymentMethod: { paymentMethodId: "pm0105ARZ3NDEKTSV4RRFFQ69G5FAV" },
	transactionDetails: { responseCode: "027" },
};

test.each([
	["VISA_CAVV_PASSED_VALIDATION_AUTHENTICATION", "Y"],
	["MASTERCARD_AUTHENTICATION_SUCCESSFUL", "Y"],
	["AMEX_AEVV_PASSED_AUTHENTICATION_ISSUER_KEY", "Y"],
	["VISA_CAVV_PASSED_VALIDATION_ATTEMPTED", "A"],
	["MASTERCARD_AUTHENTICATION_ATTEMPTED", "A"],
	["AMEX_AEVV_PASSED_ATTEMPT_ISSUER_KEY", "A"],
	["AMEX_AEVV_PASSED_ATTEMPT_ISSUER_NOT_PARTICIPATING_NETWORK_KEY", "A"],
	["AMEX_AEVV_PASSED_ATTEMPT_PARTICIPATING_NOT_AVAILABLE_NETWORK_KEY", "A"],
	["VISA_CAVV_PASSED_VALIDATION_INFO_ONLY", "I"],
	["VISA_CAVV_AUTHENTICATION_RESULTS_INVALID", "N"],
	["VISA_CAVV_FAILED_VALIDATION_ATTEMPTED", "N"],
	["VISA_CAVV_FAILED_VALIDATION_AUTHENTICATION", "N"],
	["MASTERCARD_AUTHENTICATION_FAILED", "N"],
	["AMEX_AEVV_FAILED_ATTEMPT_ISSUER_KEY", "N"],
	["AMEX_AEVV_FAILED_AUTHENTICATION_ISSUER_KEY", "N"],
	["AMEX_AEVV_UNCHECKED", undefined],
	["VISA_CAVV_NOT_PRESENT_OR_NOT_VERIFIED", undefined],
	["VISA_CAVV_WAS_NOT_VALIDATED_AUTHENTICATION", undefined],
	[null, undefined],
])("the check %s of a cavv is %s", (code, status) => {
	const verificationDetails = { threeDSecureAuthenticationValueResultCode: code };
	const { authenticated } = chargeOutcome(parse(paymentSchema, { ...payment, verificationDetails }), "sale") as {
		authenticated?: { status: string };
	};
	expect(authenticated?.status).toBe(status);
});
