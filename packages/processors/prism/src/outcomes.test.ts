import { describe, expect, test } from "vitest";
import { authorizedotnet } from "./connectors/authorizedotnet.ts";
import { checkout } from "./connectors/checkout.ts";
import type { Answer, Failure, Plain, Result } from "./messages.ts";
import { inquiryResultOf, isAccountRefused, OutcomeUnknown, outcomeOf, type Requested } from "./outcomes.ts";

const answer = (response: Plain, others: Partial<Answer> = {}): Result => ({
	answer: { status: 200, response, body: null, ...others },
});
const failure = (others: Partial<Failure>): Result => ({ failure: { isUnsent: false, code: "CRASHED", ...others } });
const refusal = (status: number, code: string): Result =>
	answer({ status: "FAILURE", error: { connectorDetails: { code, message: "No" } } }, { status });

const read = (operation: Requested["operation"], result: Result) => outcomeOf(checkout, { operation }, result);
const statusOf = (operation: Requested["operation"], status: string) =>
	read(operation, answer({ status, connectorTransactionId: "p1", connectorRefundId: "r1" })).result;

describe("a status of the library", () => {
	test.each([
		["sale", "CHARGED", "approved"],
		["sale", "AUTHORIZED", "accepted"],
		["sale", "PENDING", "accepted"],
		["sale", "FAILURE", "declined"],
		["sale", "AUTHENTICATION_PENDING", "accepted"],
		["authorization", "AUTHORIZED", "approved"],
		["authorization", "AUTHORIZATION_FAILED", "declined"],
		["verification", "CHARGED", "approved"],
		["capture", "PARTIAL_CHARGED", "approved"],
		["capture", "CAPTURE_INITIATED", "accepted"],
		["capture", "CAPTURE_FAILED", "declined"],
		["void", "VOIDED", "approved"],
		["void", "VOID_FAILED", "declined"],
		["refund", "REFUND_SUCCESS", "approved"],
		["refund", "REFUND_PENDING", "accepted"],
		["refund", "REFUND_FAILURE", "declined"],
	] as const)("of a %s, %s, is %s", (operation, status, expected) => {
		expect(statusOf(operation, status)).toBe(expected);
	});

	test.each([
		["authorization", "CHARGED"],
		["authorization", "PARTIALLY_AUTHORIZED"],
		["sale", "PARTIAL_CHARGED"],
		["sale", "UNRESOLVED"],
		["sale", "CONFIRMATION_AWAITED"],
		["sale", "PAYMENT_STATUS_UNSPECIFIED"],
		["sale", "A_NEW_ONE"],
		["sale", ""],
		["void", "CHARGED"],
	] as const)("of a %s, %s, decides nothing", (operation, status) => {
		expect(() => statusOf(operation, status)).toThrow(OutcomeUnknown);
	});

	test("that approves without the processor's id decides nothing, as it could not be refunded", () => {
		expect(() => read("sale", answer({ status: "CHARGED" }))).toThrow(OutcomeUnknown);
	});

	test("of an answer about another reference decides nothing", () => {
		const result = answer({ status: "CHARGED", connectorTransactionId: "p1" }, { body: { reference: "theirs" } });
		expect(() => outcomeOf(checkout, { operation: "sale", reference: "ours" }, result)).toThrow("another reference");
	});

	test("with HTTP 202 is only accepted", () => {
		const result = answer({ status: "VOIDED", connectorTransactionId: "p1" }, { status: 202 });
		expect(read("void", result)).toEqual({ result: "accepted", processorTransactionId: "p1" });
	});
});

describe("a failure", () => {
	test.each([
		{ code: "CRASHED" },
		{ code: "TIMEOUT" },
		{ code: "ECONNRESET" },
		{ code: "HTTP_STATUS", status: 500 },
		{ code: "HTML_PAGE", status: 200 },
		{ code: "RESPONSE_DESERIALIZATION_FAILED", status: 200 },
		{ code: "CONNECTOR_ERROR_RESPONSE", status: 402 },
		{ code: "LIBRARY" },
	])("after the request may have left decides nothing: $code", (one) => {
		expect(() => read("sale", failure(one))).toThrow(OutcomeUnknown);
	});

	test.each([408, 409, 425, 429])("with HTTP %i decides nothing, even in the processor's format", (status) => {
		expect(() => read("sale", refusal(status, "20005"))).toThrow(OutcomeUnknown);
	});

	test.each([
		["E00001", { messages: { resultCode: "Error", message: [{ code: "E00001" }] } }],
		["20", { transactionResponse: { errors: [{ errorCode: "20" }] } }],
	])("of Authorize.net's own processing, %s, decides nothing, though it comes with HTTP 200", (_code, body) => {
		const result = answer({ status: "FAILURE" }, { body });
		expect(() => outcomeOf(authorizedotnet, { operation: "sale" }, result)).toThrow(OutcomeUnknown);
	});

	test("of an Authorize.net account in test mode is no approval", () => {
		const body = { transactionResponse: { responseCode: "1", transId: "0", testRequest: "1" } };
		const result = answer({ status: "CHARGED", connectorTransactionId: "0" }, { body });
		expect(() => outcomeOf(authorizedotnet, { operation: "sale" }, result)).toThrow(OutcomeUnknown);
	});

	test("before the request left is a decline: nothing was charged", () => {
		expect(read("sale", failure({ isUnsent: true, code: "ECONNREFUSED" }))).toMatchObject({
			result: "declined",
			declineClass: "soft",
			declineCode: "not_received",
		});
		const missing = { isUnsent: true, code: "MISSING_REQUIRED_FIELD", field: "billing_address.first_name" };
		expect(read("sale", failure(missing))).toMatchObject({
			declineClass: "data",
			message: "The processor needs the field first name. Nothing was charged.",
		});
	});
});

describe("a decline", () => {
	test("has the class and code of the connector's table", () => {
		expect(read("sale", refusal(422, "30033"))).toMatchObject({
			declineClass: "hard",
			declineCode: "expired_card",
			issuerCode: "30033",
		});
	});

	test("with a code that is not in the table is generic, and keeps the code", () => {
		expect(read("sale", refusal(422, "brand_new"))).toMatchObject({ declineCode: "generic", issuerCode: "brand_new" });
		expect(read("refund", refusal(422, "brand_new"))).toMatchObject({ declineCode: "not_permitted" });
	});

	test("of the account does not blame the card, and repeats nothing of the key", () => {
		const outcome = outcomeOf(authorizedotnet, { operation: "sale" }, refusal(401, "E00003"));
		expect(outcome).toMatchObject({
			declineClass: "configuration",
			declineCode: "account_refused",
			message: "The processor refused the merchant's account.",
		});
		expect(isAccountRefused(authorizedotnet, refusal(401, "E00003"))).toBe(true);
		expect(isAccountRefused(authorizedotnet, refusal(200, "E00007"))).toBe(true);
		expect(isAccountRefused(authorizedotnet, refusal(404, "E00003"))).toBe(false);
	});
});

describe("an approval", () => {
	const body = {
		amount: 1234,
		balances: { total_captured: 1000 },
		currency: "CAD",
		scheme_id: "123456789012345",
		source: { avs_check: "Z", cvv_check: "N" },
	};

	test("has the amount, the network's id and the checks of the processor's own answer", () => {
		const result = answer({ status: "CHARGED", connectorTransactionId: "p1" }, { body });
		expect(read("sale", result)).toMatchObject({
			processorTransactionId: "p1",
			networkTransactionId: "123456789012345",
			amountCents: 1000,
			currency: "CAD",
			avsResult: "PARTIAL",
			cvvResult: "NO_MATCH",
		});
	});

	test("of an authorization has the authorised amount, whatever was captured since", () => {
		const result = answer({ status: "AUTHORIZED", connectorTransactionId: "p1" }, { body });
		expect(read("authorization", result)).toMatchObject({ amountCents: 1234 });
	});

	test("of a refund is identified by the original and the refund", () => {
		const result = answer({ status: "REFUND_SUCCESS", connectorRefundId: "act_1" });
		expect(outcomeOf(checkout, { operation: "refund", originalId: "pay_1" }, result)).toMatchObject({
			processorTransactionId: "pay_1/act_1",
		});
	});
});

describe("an inquiry", () => {
	const inquire = (result: Result) => inquiryResultOf(checkout, { operation: "sale" }, result);

	test("that fails is asked again", () => {
		expect(() => inquire(failure({ isUnsent: true, code: "ECONNREFUSED" }))).toThrow("ECONNREFUSED");
		expect(() => inquire(refusal(401, "x"))).toThrow("HTTP 401");
		expect(() => inquire(refusal(404, "resource_missing"))).toThrow("HTTP 404");
	});

	test("with an open status is unknown, and may be decided later", () => {
		expect(inquire(answer({ status: "UNRESOLVED" }))).toMatchObject({ result: "unknown", isFinal: false });
	});

	test("tells the outcome", () => {
		expect(inquire(answer({ status: "CHARGED", connectorTransactionId: "p1" }))).toMatchObject({ result: "approved" });
	});
});
