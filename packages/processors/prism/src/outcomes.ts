import {
	type Accepted,
	adviceCodes,
	type Decline,
	type Inquiry,
	type Outcome,
	type ProcessorRequest,
} from "@cardseal/vault";
import { accountRefused, type DeclineMeaning, declined, unknown as unknownOutcome } from "@cardseal/vault/processors";
import type { Connector, Details, WebhookEvent } from "./connector.ts";
import { refundIdOf } from "./ids.ts";
import { centsAt, textAt, wordAt } from "./json.ts";
import type { Answer, Failure, Plain, Result } from "./messages.ts";

type Operation = ProcessorRequest["operation"];

/** An answer that decides nothing: the request may have succeeded. */
export class OutcomeUnknown extends Error {
	override name = "OutcomeUnknown";
}

export interface Requested {
	operation: Operation;
	/** Our reference of a charge; answers about another one are not taken. */
	reference?: string;
	/** The processor's id of the original of a capture, refund or void. */
	originalId?: string | null | undefined;
}

/**
 * HTTP statuses that say nothing about the outcome: time-outs, conflicts with a request that is still running, and limits that
 * may apply after the request was taken.
 */
export const openStatuses = new Set([408, 409, 425, 429]);

type Meaning = "approved" | "accepted" | "declined";

const refused = {
	AUTHENTICATION_FAILED: "declined",
	AUTHORIZATION_FAILED: "declined",
	FAILURE: "declined",
	ROUTER_DECLINED: "declined",
} as const;

const running = {
	AUTHENTICATION_PENDING: "accepted",
	AUTHORIZING: "accepted",
	PENDING: "accepted",
	STARTED: "accepted",
} as const;

/** The library's statuses by operation. What is missing leaves the outcome unknown: a `CHARGED` authorization, for one. */
const meanings: Record<Operation, Readonly<Record<string, Meaning>>> = {
	sale: {
		...refused,
		...running,
		CHARGED: "approved",
		AUTHORIZED: "accepted",
		CAPTURE_INITIATED: "accepted",
		VOIDED: "declined",
	},
	authorization: { ...refused, ...running, AUTHORIZED: "approved", VOIDED: "declined" },
	verification: { ...refused, ...running, AUTHORIZED: "approved", CHARGED: "approved" },
	capture: {
		...running,
		CHARGED: "approved",
		PARTIAL_CHARGED: "approved",
		PARTIAL_CHARGED_AND_CHARGEABLE: "approved",
		CAPTURE_INITIATED: "accepted",
		CAPTURE_FAILED: "declined",
		FAILURE: "declined",
	},
	void: { ...running, VOIDED: "approved", VOID_INITIATED: "accepted", VOID_FAILED: "declined", FAILURE: "declined" },
	refund: {
		REFUND_SUCCESS: "approved",
		REFUND_PENDING: "accepted",
		REFUND_MANUAL_REVIEW: "accepted",
		REFUND_FAILURE: "declined",
		REFUND_TRANSACTION_FAILURE: "declined",
		FAILURE: "declined",
	},
};

/**
 * Reads the result of a submitted request.
 *
 * @throws OutcomeUnknown when the processor may have acted
 */
export function outcomeOf(connector: Connector, requested: Requested, result: Result): Outcome | Accepted {
	if ("failure" in result) return outcomeOfFailure(result.failure);
	const { answer } = result;
	const code = codeOf(connector, answer);
	if (isOpen(connector, answer, code)) throw unknown(`HTTP ${answer.status}, ${code ?? "no code"}`);
	if (isAboutAnother(connector, requested, answer)) throw unknown("the answer is about another reference");
	const status = textAt(answer.response, "status") ?? "";
	const meaning = meanings[requested.operation][status];
	if (meaning === undefined) throw unknown(`the status ${status || "is missing"} after a ${requested.operation}`);
	if (meaning === "declined") return declineOf(connector, requested, answer, code);
	const id = idOf(connector, requested, answer);
	// 202 means that the processor has the request and acts later, regardless of the status that the library derives.
	if (meaning === "accepted" || answer.status === 202) {
		// A void is found by its original, whose state it changes.
		const found = requested.operation === "void" ? (requested.originalId ?? id) : id;
		return { result: "accepted", processorTransactionId: found };
	}
	if (id === undefined) throw unknown("an approval without the processor's id");
	return approvalOf(connector, requested, answer, id);
}

/**
 * Reads the result of an inquiry.
 *
 * @throws Error when the processor was not reached, so that the caller asks again
 */
export function inquiryResultOf(connector: Connector, requested: Requested, result: Result): Inquiry {
	if ("failure" in result) throw new Error(`The inquiry failed: ${describe(result.failure)}.`);
	// An account that is refused now, or a payment that is not found by the processor's own id, says nothing about the request.
	if (result.answer.status >= 400) {
		throw new Error(`The processor answered the inquiry with HTTP ${result.answer.status}.`);
	}
	try {
		return outcomeOf(connector, requested, result);
	} catch (error) {
		if (!(error instanceof OutcomeUnknown)) throw error;
		return unknownOutcome(error.message, false);
	}
}

/** The inquiry for a request that nothing identifies to the processor. */
export const cannotTell: Inquiry = unknownOutcome(
	"The answer was lost, and this processor finds a payment by its own id only. Look for our transaction id in its dashboard.",
	true,
);

function outcomeOfFailure(failure: Failure): Decline {
	if (!failure.isUnsent) throw unknown(describe(failure));
	const declineClass = failure.code === "MISSING_REQUIRED_FIELD" ? "data" : "soft";
	return { ...declined(declineClass, "not_received", unsentMessage(failure)), issuerCode: failure.code };
}

const unsupported = new Set(["CURRENCY_WITHOUT_CENTS", "NOT_IMPLEMENTED", "NOT_SUPPORTED", "UNKNOWN_NAME"]);

function unsentMessage({ code, field }: Failure): string {
	if (code === "MISSING_REQUIRED_FIELD") return `The processor needs ${wordsOf(field)}. Nothing was charged.`;
	if (unsupported.has(code)) return "The processor does not support this. Nothing was charged.";
	return "The request could not be sent to the processor. Nothing was charged.";
}

/** The library's path of a field, such as `payment_method_data.card.card_holder_name`, in words. */
function wordsOf(field: string | undefined): string {
	const name = field?.split(".").at(-1)?.replaceAll("_", " ") ?? "";
	return name === "" ? "a further field" : `the field ${name}`;
}

function describe({ code, status }: Failure): string {
	return status === undefined ? code : `${code}, HTTP ${status}`;
}

function unknown(why: string): OutcomeUnknown {
	return new OutcomeUnknown(`The outcome is unknown: ${why}.`);
}

function isOpen(connector: Connector, { status, body }: Answer, code: string | undefined): boolean {
	const { unknownCodes, hasUnknownResult } = connector;
	if (hasUnknownResult?.(body)) return true;
	return openStatuses.has(status) || (code !== undefined && unknownCodes?.has(code) === true);
}

function isAboutAnother(connector: Connector, { reference }: Requested, { body }: Answer): boolean {
	const answered = connector.detailsOf(body).reference;
	return reference !== undefined && answered !== undefined && answered !== reference;
}

/** From the processor's JSON first, because the library shortens some codes. */
function codeOf(connector: Connector, { response, body }: Answer): string | undefined {
	return (
		wordAt(connector.detailsOf(body).declineCode) ??
		wordAt(response, "error", "connectorDetails", "code") ??
		wordAt(response, "error", "issuerDetails", "code")
	);
}

function idOf(
	connector: Connector,
	{ operation, originalId }: Requested,
	{ response, body }: Answer,
): string | undefined {
	if (operation === "refund") {
		const refundId = wordAt(response, "connectorRefundId");
		return refundId === undefined ? undefined : refundIdOf(originalId ?? undefined, refundId);
	}
	return (
		wordAt(response, "connectorTransactionId") ??
		wordAt(response, "connectorRecurringPaymentId") ??
		wordAt(connector.detailsOf(body).processorTransactionId) ??
		wordAt(response, "error", "connectorDetails", "connectorTransactionId")
	);
}

function declineOf(connector: Connector, requested: Requested, answer: Answer, code: string | undefined): Decline {
	const details = connector.detailsOf(answer.body);
	const id = idOf(connector, requested, answer) ?? "";
	const advice =
		details.adviceCode ?? textAt(answer.response, "error", "issuerDetails", "networkDetails", "adviceCode");
	return {
		...(isAccountRefused(connector, { answer })
			? // The processor's message about an account may contain a part of its key.
				accountRefused("The processor refused the merchant's account.")
			: { ...declined("soft", "generic", messageOf(answer)), ...meaningOf(connector, requested.operation, code) }),
		processorTransactionId: id,
		issuerCode: code,
		adviceCode: adviceCodes.find((known) => known === advice),
		...checksOf(details),
	};
}

const maximumMessageLength = 200;

function messageOf({ response }: Answer): string {
	const message = textAt(response, "error", "connectorDetails", "message") ?? "The processor declined.";
	return message.slice(0, maximumMessageLength);
}

function approvalOf(connector: Connector, { operation }: Requested, answer: Answer, id: string): Outcome {
	const { response, body } = answer;
	const details = connector.detailsOf(body);
	return {
		result: "approved",
		message: "Approved",
		processorTransactionId: id,
		authorizationCode:
			details.authorizationCode ??
			textAt(response, "connectorResponse", "additionalPaymentMethodData", "card", "authCode") ??
			"",
		networkTransactionId: wordAt(details.networkTransactionId) ?? wordAt(response, "networkTransactionId"),
		amountCents: amountOf(operation, answer, details),
		currency: details.currency ?? currencyOf(response),
		...checksOf(details),
	};
}

function amountOf(operation: Operation, { response }: Answer, details: Details): number | undefined {
	const { amountCents, capturedCents } = details;
	switch (operation) {
		case "authorization":
			return amountCents ?? centsAt(response, "authorizedAmount");
		case "capture":
			return capturedCents;
		case "refund":
			return amountCents ?? centsAt(response, "refundAmount", "minorAmount");
		case "sale":
			return capturedCents ?? amountCents ?? centsAt(response, "capturedAmount");
		case "verification":
		case "void":
			return undefined;
	}
}

function currencyOf(response: unknown): string | undefined {
	const currency = textAt(response, "authorizedMoney", "currency") ?? textAt(response, "amount", "currency");
	return currency === "CURRENCY_UNSPECIFIED" ? undefined : currency;
}

const checksOf = ({ avsResult, cvvResult }: Details) => ({ avsResult, cvvResult });

/** Reads what the library says of a webhook; `undefined` unless it is a success. */
export function outcomeOfEvent(event: WebhookEvent, response: Plain): Outcome | undefined {
	const status = textAt(response, "eventContent", "paymentsResponse", "status") ?? "";
	if (!isSuccess(event.operation, status)) return undefined;
	const { processorTransactionId, amountCents } = event;
	return { result: "approved", message: "Approved", authorizationCode: "", processorTransactionId, amountCents };
}

/** An event of a charge does not say whether it was a sale. */
function isSuccess(operation: WebhookEvent["operation"], status: string): boolean {
	if (operation === "void") return meanings.void[status] === "approved";
	return (meanings.authorization[status] ?? meanings.sale[status]) === "approved";
}

/** Codes of no table have a general meaning. */
function meaningOf({ declines }: Connector, operation: Operation, code = ""): DeclineMeaning {
	const isModification = operation === "capture" || operation === "refund" || operation === "void";
	const general = { declineClass: "soft", declineCode: isModification ? "not_permitted" : "generic" } as const;
	return declines.get(code) ?? general;
}

/** Tells whether an answer says that the processor refuses the account. */
export function isAccountRefused(connector: Connector, result: Result): boolean {
	const status = "failure" in result ? result.failure.status : result.answer.status;
	if (status === 401 || status === 403) return true;
	if ("failure" in result) return false;
	const code = codeOf(connector, result.answer);
	return code !== undefined && connector.refusedAccountCodes?.has(code) === true;
}
