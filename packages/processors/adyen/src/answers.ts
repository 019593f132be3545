import {
	type Accepted,
	type ActionNeeded,
	type AdviceCode,
	type Authenticated,
	adviceCodes,
	authenticationStatuses,
	type ChargeRequest,
	type CheckResult,
	type Decline,
	type InquiryRequest,
	type ModificationRequest,
	type Outcome,
} from "@cardseal/vault";
import { accountRefused, authenticationRequired, requestRefused } from "@cardseal/vault/processors";
import { z } from "zod";
import type { Refusal } from "./api.ts";
import { cardErrors, meaningOf } from "./decline-codes.ts";

const additionalDataSchema = z.record(z.string(), z.unknown()).default({});

/** https://docs.adyen.com/api-explorer/Checkout/72/post/payments#responses-200 */
const paymentSchema = z.object({
	resultCode: z.string(),
	pspReference: z.string().default(""),
	merchantReference: z.string().optional(),
	amount: z.object({ value: z.int(), currency: z.string() }).optional(),
	refusalReason: z.string().optional(),
	refusalReasonCode: z.string().optional(),
	additionalData: additionalDataSchema,
	action: z.unknown().optional(),
});

type PaymentAnswer = z.infer<typeof paymentSchema>;

/** The payer has to authenticate. */
const authenticationWords = new Set(["RedirectShopper", "IdentifyShopper", "ChallengeShopper"]);
const approvalWords = new Set(["Authorised", "PartiallyAuthorised"]);
const declineWords = new Set(["Refused", "Cancelled", "Error"]);

function paymentAnswerOf(answer: unknown): PaymentAnswer {
	const read = paymentSchema.safeParse(answer);
	if (!read.success) throw new Error("Adyen's answer is not understood.");
	return read.data;
}

const referenceIn = ({ merchantReference, additionalData }: PaymentAnswer) =>
	merchantReference ?? textOf(additionalData, "merchantReference");

/** @throws Error for an answer about another payment, or that is not understood */
export function chargeOutcomeOf(answer: unknown, request: ChargeRequest): Outcome | Accepted | ActionNeeded {
	const { reference, authentication } = request;
	const payment = paymentAnswerOf(answer);
	if ((referenceIn(payment) ?? reference) !== reference) throw new Error("Adyen answered about another payment.");
	if (authenticationWords.has(payment.resultCode)) {
		const mayAct = authentication !== undefined && authentication.when !== "made";
		return (mayAct && actionIn(payment, reference)) || { ...authenticationRequired, ...commonOf(payment) };
	}
	const outcome = outcomeOf(payment);
	const isUnknown =
		outcome.result === "declined" &&
		outcome.declineCode === "authentication_required" &&
		lacksNetworkReference(request);
	return isUnknown ? { ...outcome, message: `${outcome.message}. ${unknownCard}` } : outcome;
}

/**
 * Reads the answer to the payer's details.
 *
 * @returns `undefined` when the payer has not authenticated, or for another payment, which has its own end by that
 * @throws Error when it does not tell which payment it is about, or is not understood
 */
export function authenticationAnswerOf(answer: unknown, { reference }: InquiryRequest): Outcome | Accepted | undefined {
	const payment = paymentAnswerOf(answer);
	const about = referenceIn(payment);
	if (about === undefined) throw new Error("Adyen's answer does not name a payment.");
	if (about !== reference || authenticationWords.has(payment.resultCode)) return undefined;
	const outcome = outcomeOf(payment);
	// The payer cancelled on the bank's page.
	return payment.resultCode === "Cancelled" ? { ...outcome, ...authenticationFailed } : outcome;
}

const authenticationFailed = { declineClass: "soft", declineCode: "authentication_failed" } as const;

function commonOf({ pspReference, amount }: PaymentAnswer) {
	return {
		processorTransactionId: pspReference,
		...(amount && { amountCents: amount.value, currency: amount.currency }),
	};
}

function outcomeOf(payment: PaymentAnswer): Outcome | Accepted {
	const { resultCode, pspReference, additionalData } = payment;
	if (declineWords.has(resultCode)) {
		const { refusalReason: words = resultCode, refusalReasonCode: code } = payment;
		return { ...declineOf({ code, words, additionalData }), ...commonOf(payment) };
	}
	if (pspReference === "") throw new Error("Adyen's answer has no id.");
	if (resultCode === "Pending" || resultCode === "Received") {
		return { result: "accepted", processorTransactionId: pspReference };
	}
	if (!approvalWords.has(resultCode)) throw new Error("Adyen's result is not one of a card payment.");
	return { ...approvalOf(additionalData), ...commonOf(payment) };
}

const actionSchema = z.object({
	type: z.literal("redirect"),
	url: z.url(),
	method: z.enum(["GET", "POST"]).default("GET"),
	data: z.record(z.string(), z.string()).nullish(),
});

/** Our reference is the id, as Adyen's may be another one in the end. */
function actionIn({ action }: PaymentAnswer, reference: string): ActionNeeded | undefined {
	const read = actionSchema.safeParse(action);
	if (!read.success) return undefined;
	const { url, method, data } = read.data;
	const fields = method === "POST" ? (data ?? {}) : {};
	return { result: "action", processorTransactionId: reference, action: { url, method, fields } };
}

const unknownCard =
	"The card was stored without the network's reference. Select it in Customer Area › Developers › Additional data, and ask the payer to enter the card again.";

/** A bank may refuse a merchant's charge that does not name the payment which stored the card. */
function lacksNetworkReference({ initiatedBy, storedCredential: stored }: ChargeRequest): boolean {
	return initiatedBy === "merchant" && stored?.use === "later" && stored.networkTransactionId === null;
}

/** Adyen waits for the payer. */
export function isUnfinished({ resultCode = "" }: { resultCode?: string }): boolean {
	return authenticationWords.has(resultCode);
}

type AdditionalData = Readonly<Record<string, unknown>>;

export function approvalOf(data: AdditionalData) {
	return {
		result: "approved" as const,
		message: "Approved",
		authorizationCode: textOf(data, "authCode") ?? "",
		networkTransactionId: textOf(data, "networkTxReference"),
		...authenticatedIn(data),
		...checksOf(data),
	};
}

interface Refused {
	code: string | undefined;
	words: string;
	additionalData: AdditionalData;
}

export function declineOf({ code, words, additionalData }: Refused): Omit<Decline, "processorTransactionId"> {
	const raw = textOf(additionalData, "refusalReasonRaw");
	const meaning = meaningOf(code ?? words, raw);
	const adviceCode = adviceOf(textOf(additionalData, "merchantAdviceCode"));
	return {
		result: "declined",
		...meaning,
		// Networks fine a further attempt.
		...((adviceCode === "03" || adviceCode === "21") && { declineClass: "hard" }),
		message: raw === undefined ? words : `${words} (${raw})`,
		issuerCode: code ?? raw?.slice(0, 100),
		...(adviceCode !== undefined && { adviceCode }),
		networkTransactionId: textOf(additionalData, "networkTxReference"),
		...authenticatedIn(additionalData),
		...checksOf(additionalData),
	};
}

/**
 * The bank's answer to a challenge, else that of its directory, which are "N/A" where there was none:
 * https://docs.adyen.com/api-explorer/Payment/68/post/authorise#responses-200-additionalData-ResponseAdditionalDataCommon
 */
function authenticatedIn(data: AdditionalData): { authenticated?: Authenticated } {
	if (textOf(data, "threeDOffered") !== "true") return {};
	const isAuthenticated = textOf(data, "threeDAuthenticated") === "true";
	const told = [
		textOf(data, "threeDAuthenticatedResponse"),
		isAuthenticated ? "Y" : textOf(data, "threeDOfferedResponse"),
	];
	const status = told.map((word) => authenticationStatuses.find((known) => known === word)).find(Boolean);
	if (status === undefined) return {};
	const liabilityShift = textOf(data, "liabilityShift");
	return {
		authenticated: {
			status,
			version: /^[\d.]{1,8}$/.exec(textOf(data, "threeDSVersion") ?? "")?.[0],
			eci: /^\d\d?$/.exec(textOf(data, "eci") ?? "")?.[0],
			...(liabilityShift !== undefined && { liabilityShift: liabilityShift === "true" }),
		},
	};
}

/** Such as "03 : Do not try again". */
function adviceOf(advice: string | undefined): AdviceCode | undefined {
	return adviceCodes.find((code) => advice?.startsWith(code));
}

/** https://docs.adyen.com/risk-management/avs-checks */
const avsResults: Readonly<Record<CheckResult, readonly number[]>> = {
	MATCH: [7, 20, 24],
	PARTIAL: [1, 6, 9, 12, 14, 15, 19, 21, 23, 25],
	NO_MATCH: [2, 10, 13, 16, 17, 26],
	NOT_CHECKED: [],
};

function checksOf(data: AdditionalData): { avsResult?: CheckResult; cvvResult?: CheckResult } {
	const [avs, cvc] = ["avsResult", "cvcResult"].map((name) => /^\d+/.exec(textOf(data, name) ?? "")?.[0]);
	const results = Object.keys(avsResults) as CheckResult[];
	const found = results.find((result) => avsResults[result].includes(Number(avs)));
	const cvvResult = cvc === "1" ? "MATCH" : cvc === "2" ? "NO_MATCH" : "NOT_CHECKED";
	return {
		...(avs !== undefined && { avsResult: found ?? "NOT_CHECKED" }),
		...(cvc !== undefined && { cvvResult }),
	};
}

function textOf(data: AdditionalData, name: string): string | undefined {
	const value = data[name];
	return typeof value === "string" && value !== "" ? value : undefined;
}

const modificationSchema = z.object({
	status: z.literal("received"),
	pspReference: z.string().min(1),
	paymentPspReference: z.string(),
	reference: z.string().optional(),
});

/**
 * A webhook tells the outcome. Refunds of a capture name the payment, so a capture has the payment's id.
 *
 * @throws Error for an answer about another modification, or that is not understood
 */
export function modificationAnswerOf(answer: unknown, request: ModificationRequest): Accepted {
	const read = modificationSchema.safeParse(answer);
	if (!read.success) throw new Error("Adyen's answer is not understood.");
	const { pspReference, paymentPspReference, reference } = read.data;
	const isAnothers = reference !== undefined && reference !== request.reference;
	if (isAnothers || paymentPspReference !== request.original.processorTransactionId) {
		throw new Error("Adyen answered about another payment.");
	}
	const isCapture = request.operation === "capture";
	return { result: "accepted", processorTransactionId: isCapture ? paymentPspReference : pspReference };
}

/** https://docs.adyen.com/development-resources/error-codes */
const words: Readonly<Record<string, string>> = {
	"000": "Adyen does not accept the API key. Create a new one in Customer Area › Developers › API credentials.",
	"010":
		'Adyen does not let this API credential send card numbers. Ask Adyen\'s support for the role "API PCI Payments".',
	"901": "The API key has no access to this merchant account, or there is none of this name.",
	"905":
		"The merchant account has no acquirer for this card and currency. Request the payment method in Customer Area.",
};

export function wordsOf({ errorCode, reason, isAboutAccount }: Refusal): string {
	const known = words[errorCode.slice(0, 3)];
	if (known !== undefined) return known;
	if (isAboutAccount) return "Adyen refuses this account. Check the API credential and its roles in Customer Area.";
	const told = reason ?? "Adyen's message is left out, as it may repeat the request";
	return `Adyen refused the request: ${told} (${errorCode}).`;
}

export function declineOfRefusal(refusal: Refusal, isCharge: boolean): Decline {
	const { errorCode, isAboutAccount, pspReference } = refusal;
	const refused = isAboutAccount ? accountRefused : requestRefused;
	const card = isCharge && !isAboutAccount ? cardErrors.get(errorCode) : undefined;
	return { ...refused(wordsOf(refusal)), ...card, processorTransactionId: pspReference, issuerCode: errorCode };
}
