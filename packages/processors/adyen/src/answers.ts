import {
	type Accepted,
	type AdviceCode,
	adviceCodes,
	type ChargeRequest,
	type CheckResult,
	type Decline,
	type ModificationRequest,
	type Outcome,
} from "@cardseal/vault";
import { z } from "zod";
import type { Refusal } from "./api.ts";
import { cardErrors, type Meaning, meaningOf } from "./decline-codes.ts";

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
});

/** The payer would have to authenticate. */
const authenticationWords = new Set(["RedirectShopper", "IdentifyShopper", "ChallengeShopper"]);
const approvalWords = new Set(["Authorised", "PartiallyAuthorised"]);
const declineWords = new Set(["Refused", "Cancelled", "Error"]);

/** @throws Error for an answer about another payment, or that is not understood */
export function chargeOutcomeOf(answer: unknown, request: ChargeRequest): Outcome | Accepted {
	const { reference } = request;
	const read = paymentSchema.safeParse(answer);
	if (!read.success) throw new Error("Adyen's answer is not understood.");
	const { resultCode, pspReference, amount, additionalData, ...payment } = read.data;
	if (payment.merchantReference !== undefined && payment.merchantReference !== reference) {
		throw new Error("Adyen answered about another payment.");
	}
	const common = {
		processorTransactionId: pspReference,
		...(amount && { amountCents: amount.value, currency: amount.currency }),
	};
	if (authenticationWords.has(resultCode)) {
		return { result: "declined", message: "The bank wants the payer to authenticate.", ...authentication, ...common };
	}
	if (declineWords.has(resultCode)) {
		const { refusalReason: words = resultCode, refusalReasonCode: code } = payment;
		const decline = declineOf({ code, words, additionalData });
		const isUnknown = decline.declineCode === "authentication_required" && lacksNetworkReference(request);
		return { ...decline, ...(isUnknown && { message: `${decline.message}. ${unknownCard}` }), ...common };
	}
	if (pspReference === "") throw new Error("Adyen's answer has no id.");
	if (resultCode === "Pending" || resultCode === "Received") {
		return { result: "accepted", processorTransactionId: pspReference };
	}
	if (!approvalWords.has(resultCode)) throw new Error("Adyen's result is not one of a card payment.");
	return { ...approvalOf(additionalData), ...common };
}

const unknownCard =
	"The card was stored without the network's reference. Select it in Customer Area › Developers › Additional data, and ask the payer to enter the card again.";

/** A bank may refuse a merchant's charge that does not name the payment which stored the card. */
function lacksNetworkReference({ initiatedBy, storedCredential: stored }: ChargeRequest): boolean {
	return initiatedBy === "merchant" && stored?.use === "later" && stored.networkTransactionId === null;
}

const authentication = { declineClass: "soft", declineCode: "authentication_required" } as const;

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
	const [declineClass, declineCode] = meaningOf(code ?? words, raw);
	const adviceCode = adviceOf(textOf(additionalData, "merchantAdviceCode"));
	return {
		result: "declined",
		// Networks fine a further attempt.
		declineClass: adviceCode === "03" || adviceCode === "21" ? "hard" : declineClass,
		declineCode,
		message: raw === undefined ? words : `${words} (${raw})`,
		issuerCode: code ?? raw?.slice(0, 100),
		...(adviceCode !== undefined && { adviceCode }),
		networkTransactionId: textOf(additionalData, "networkTxReference"),
		...checksOf(additionalData),
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
	const refused = ["configuration", isAboutAccount ? "account_refused" : "request_refused"] as const satisfies Meaning;
	const card = isCharge && !isAboutAccount ? cardErrors[errorCode] : undefined;
	const [declineClass, declineCode] = card ?? refused;
	return {
		result: "declined",
		declineClass,
		declineCode,
		message: wordsOf(refusal),
		processorTransactionId: pspReference,
		issuerCode: errorCode,
	};
}
