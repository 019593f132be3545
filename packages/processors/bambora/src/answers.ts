import type {
	Authenticated,
	AuthenticationStatus,
	CheckResult,
	Decline,
	Outcome,
	ProcessorRequest,
} from "@cardseal/vault";
import { accountRefused, authenticationRequired, type DeclineMeaning, declined } from "@cardseal/vault/processors";
import { z } from "zod";
import { isUndecided, reasonOf } from "./decline-codes.ts";
import type { Answer } from "./http.ts";
import { seriesIdOf } from "./series.ts";

interface About extends Pick<ProcessorRequest, "operation" | "currency"> {
	/** Absent for what was sent earlier. */
	hasSecurityCode?: boolean;
	/** True when the payer may be asked, or was. */
	isAuthenticating?: boolean;
}

export interface AboutAnswer extends About {
	reference: string;
	original?: { reference: string } | null;
}

/** Real answers have texts where the Swagger 1.0.5 has numbers, such as `message_id` and `cvd_result`, and vice versa. */
export const text = z.union([z.string(), z.number()]).transform(String);
const flag = text.pipe(z.enum(["0", "1"]));
const id = text.pipe(z.string().regex(/^\d{1,12}$/));
const messageId = text.pipe(z.string().regex(/^\d{1,5}$/));
/** The sign is left out: some reports have one for returns. */
export const cents = text.transform((amount, context) => {
	const [, dollars, decimals = ""] = /^-?(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(amount) ?? [];
	if (dollars !== undefined) return Number(dollars) * 100 + Number(decimals.padEnd(2, "0"));
	context.addIssue("This is no amount.");
	return z.NEVER;
});

const cardSchema = z.object({
	cvd_result: text.nullish(),
	cavv_result: text.nullish(),
	eci: text.nullish(),
	avs: z.object({ id: z.string() }).nullish(),
});

const threeDSecureSchema = z.object({
	status: z.string().nullish(),
	version: text.nullish(),
	downgraded: z.boolean().nullish(),
});

const paymentSchema = z.object({
	id,
	approved: flag,
	message_id: messageId,
	message: z.string(),
	auth_code: z.string().nullish(),
	order_number: text.nullish(),
	type: z.string(),
	amount: cents,
	card: cardSchema.nullish(),
	"3d_secure": threeDSecureSchema.nullish(),
	card_on_file: z.object({ type: z.string().nullish(), series_id: text.nullish() }).nullish(),
	adjusted_by: z.array(z.object({ id, type: z.string(), amount: cents.nullish() })).nullish(),
});

const recordSchema = z.object({
	trn_id: id,
	trn_date_time: z.string().transform(Date.parse).pipe(z.int()),
	trn_type: z.string(),
	trn_order_number: text.nullish(),
	trn_amount: cents,
	trn_response: flag,
	trn_voided: flag.nullish(),
	trn_avs_result: text.nullish(),
	trn_cvd_result: text.nullish(),
	trn_approval_code: z.string().nullish(),
	trn_card_type: z.string().nullish(),
	trn_masked_card: text.nullish(),
	trn_card_expiry: text.nullish(),
	message_id: messageId,
	message_text: z.string(),
	currency_abbr: z.string().nullish(),
	ref1: z.string().nullish(),
});

const recordsSchema = z.object({ records: z.array(recordSchema) });

const errorSchema = z.object({
	code: z.int(),
	category: z.int().nullish(),
	message: z.string().nullish(),
	card: cardSchema.nullish(),
	"3d_secure": threeDSecureSchema.nullish(),
	details: z.array(z.object({ field: z.string() })).nullish(),
});

interface Adjustment {
	id: string;
	type: string;
	amountCents: number | undefined;
}

export interface Transaction {
	id: string;
	isApproved: boolean;
	messageId: number;
	message: string;
	authorizationCode: string;
	orderNumber: string | undefined;
	type: string;
	amountCents: number;
	avs: string | undefined;
	cvd: string | undefined;
	authenticated?: Authenticated | undefined;
	/** As `seriesIdOf` writes it. */
	series?: string | undefined;
	currency?: string | undefined;
	adjustments: Adjustment[];
}

export interface Row extends Transaction {
	isVoided: boolean;
	happenedAt: number;
	invoiceId: string | null;
	card: { type: string; masked: string; expiry: string };
}

/** @throws Error for an answer that is not understood */
export function readPayment({ status, body }: Answer): Transaction {
	const read = paymentSchema.safeParse(body);
	if (status !== 200 || !read.success) throw notUnderstood(status);
	const payment = read.data;
	return {
		id: payment.id,
		isApproved: payment.approved === "1",
		messageId: Number(payment.message_id),
		message: payment.message,
		authorizationCode: payment.auth_code ?? "",
		orderNumber: payment.order_number ?? undefined,
		type: payment.type,
		amountCents: payment.amount,
		avs: payment.card?.avs?.id,
		cvd: payment.card?.cvd_result ?? undefined,
		authenticated: authenticatedBy(payment["3d_secure"], payment.card),
		series: seriesIdOf(payment.card_on_file?.type, payment.card_on_file?.series_id),
		adjustments: (payment.adjusted_by ?? []).map(({ id, type, amount }) => ({
			id,
			type,
			amountCents: amount ?? undefined,
		})),
	};
}

/** https://dev.na.bambora.com/docs/guides/3D_secure_2_0, "3D Secure Status" */
const authenticationStatuses: Readonly<Record<string, AuthenticationStatus>> = {
	Succeeded: "Y",
	Attempted: "A",
	Rejected: "R",
	Failed: "N",
	Unavailable: "U",
	Error: "U",
};

type Told<Schema extends z.ZodType> = z.infer<Schema> | null | undefined;

/** The issuer may downgrade an authentication after the payment, which the result of the CAVV tells, too. */
function authenticatedBy(
	told: Told<typeof threeDSecureSchema>,
	card: Told<typeof cardSchema>,
): Authenticated | undefined {
	const status = authenticationStatuses[told?.status ?? ""];
	if (status === undefined) return undefined;
	const isDowngraded = told?.downgraded === true || card?.cavv_result === "0";
	return {
		status,
		version: /^[\d.]{1,8}$/.exec(told?.version ?? "")?.[0],
		eci: /^\d$/.test(card?.eci ?? "") ? `0${card?.eci}` : undefined,
		liabilityShift: (status === "Y" || status === "A") && !isDowngraded,
	};
}

/** @throws Error for an answer that is not understood */
export function readRows({ status, body }: Answer): Row[] {
	const read = recordsSchema.safeParse(body);
	if (status !== 200 || !read.success) throw notUnderstood(status);
	return read.data.records.map((record) => ({
		id: record.trn_id,
		isApproved: record.trn_response === "1",
		isVoided: record.trn_voided === "1",
		messageId: Number(record.message_id),
		message: record.message_text,
		authorizationCode: record.trn_approval_code ?? "",
		orderNumber: record.trn_order_number ?? undefined,
		type: record.trn_type,
		amountCents: record.trn_amount,
		avs: record.trn_avs_result ?? undefined,
		cvd: record.trn_cvd_result ?? undefined,
		currency: record.currency_abbr ?? undefined,
		adjustments: [],
		happenedAt: record.trn_date_time,
		invoiceId: record.ref1 || null,
		card: {
			type: record.trn_card_type ?? "",
			masked: record.trn_masked_card ?? "",
			expiry: record.trn_card_expiry ?? "",
		},
	}));
}

export const notUnderstood = (status: number) => new Error(`Bambora answered ${status}, which is not understood.`);

const merchantSchema = z.object({
	merchant_id: text,
	merchant_status: z.object({ status: z.string().regex(/^[A-Za-z ]{1,40}$/) }),
	processor: z.object({ processor_name: z.string(), currency: z.string() }),
});

/** The guide's example has a list within the list. */
const merchantsSchema = z.object({ data: z.array(z.union([merchantSchema, z.array(merchantSchema)])) });

/** Returns `undefined` when Bambora tells nothing about the merchant. */
export function readMerchant({ status, body }: Answer, merchantId: string | undefined) {
	const read = merchantsSchema.safeParse(body);
	if (status !== 200 || !read.success) return undefined;
	const merchant = read.data.data.flat().find(({ merchant_id }) => merchant_id === merchantId);
	if (merchant === undefined) return undefined;
	const { merchant_status: state, processor } = merchant;
	return {
		status: state.status,
		currency: processor.currency,
		isEmulator: /emulator/i.test(processor.processor_name),
	};
}

/** True for 401 and 403 of Bambora itself, not of a proxy. */
export function isAccountRefused({ status, body }: Answer): boolean {
	return (status === 401 || status === 403) && errorSchema.safeParse(body).success;
}

/** True for an error in Bambora's form that tells no failure of its own. */
export function isRefusal({ status, body }: Answer): boolean {
	return status < 500 && status !== 429 && errorSchema.safeParse(body).success;
}

/** Voids have types of their own, such as VP for a purchase and VR for a return. */
const types: Record<ProcessorRequest["operation"], RegExp> = {
	sale: /^P$/,
	authorization: /^PA$/,
	verification: /^PA$/,
	capture: /^PAC$/,
	refund: /^R$/,
	void: /^(?:V|PAC$)/,
};

interface Booked {
	type: string;
	amountCents: number | undefined;
}

/** A completion of 0 voids a pre-authorization. */
export const isRelease = ({ type, amountCents }: Booked) => type === "PAC" && amountCents === 0;

export function isOfOperation(booked: Booked, operation: ProcessorRequest["operation"]): boolean {
	if (!types[operation].test(booked.type)) return false;
	const mayBeEither = booked.type !== "PAC" || booked.amountCents === undefined;
	return mayBeEither || isRelease(booked) === (operation === "void");
}

/** Returns `undefined` when the bank may have approved without Bambora's knowledge. */
export function outcomeOf(transaction: Transaction, about: About): Outcome | undefined {
	const { isApproved, messageId: code, message, avs, cvd, authenticated } = transaction;
	if (!isApproved) {
		return declineOf({ code, category: undefined, message, avs, cvd, authenticated, details: [] }, about);
	}
	const isOtherCurrency = transaction.currency !== undefined && transaction.currency !== about.currency;
	return {
		result: "approved",
		message: safe(message) ?? "Approved.",
		processorTransactionId: transaction.id,
		authorizationCode: transaction.authorizationCode,
		networkTransactionId: transaction.series,
		authenticated: transaction.authenticated,
		// A release has no amount of its own.
		amountCents: isRelease(transaction) ? undefined : transaction.amountCents,
		...(isOtherCurrency && about.operation !== "verification" && { currency: transaction.currency }),
		...checksOf(transaction, about),
	};
}

/**
 * Reads the answer to a payment, completion, return or void.
 *
 * @throws Error when it may have been carried out all the same
 */
function readSubmission(answer: Answer, about: About): { transaction: Transaction } | { decline: Decline } {
	const { status, body } = answer;
	if (status === 200) return { transaction: readPayment(answer) };
	if (status === 302 && challengeIn(body) !== undefined) return { decline: authenticationRequired };
	const read = errorSchema.safeParse(body);
	if (!read.success || status < 400 || status >= 500 || status === 429) throw notUnderstood(status);
	if (isAccountRefused(answer)) {
		return { decline: { ...accountRefused(accountWords.unknown), issuerCode: String(read.data.code) } };
	}
	const { code, category, message, card, details } = read.data;
	const decline = declineOf(
		{
			code,
			category: category ?? undefined,
			message: message ?? "",
			avs: card?.avs?.id,
			cvd: card?.cvd_result ?? undefined,
			authenticated: authenticatedBy(read.data["3d_secure"], card),
			details: (details ?? []).map(({ field }) => field),
		},
		about,
	);
	if (decline === undefined) throw new Error(`Bambora answered ${code}: it does not know the outcome.`);
	return { decline };
}

const challengeSchema = z.object({ session: z.string().regex(/^[\w+/=-]{13,128}$/), contents: z.string().optional() });

/**
 * The session by any of its names, and the form that leads to the bank. Nothing is charged before `/continue`, and the
 * session expires by itself: https://dev.na.bambora.com/docs/guides/3D_secure_2_0
 */
export function challengeIn(body: unknown): z.infer<typeof challengeSchema> | undefined {
	if (typeof body !== "object" || body === null) return undefined;
	const given = body as Record<string, unknown>;
	const session = given["3d_session_data"] ?? given.threeDS_session_data ?? given.merchant_data;
	return challengeSchema.safeParse({ ...given, session }).data;
}

interface Refused {
	code: number;
	/** 1: of the bank; 2: of the account's rules; 3: of the request; 4: a failure of Bambora's own. */
	category: number | undefined;
	message: string;
	avs: string | undefined;
	cvd: string | undefined;
	authenticated: Authenticated | undefined;
	details: string[];
}

function declineOf(refused: Refused, about: About): Decline | undefined {
	const { code, category, details } = refused;
	if (isUndecided(code) || category === 4) return undefined;
	const issuerCode = String(code);
	if (about.operation === "verification" && amountCodes.has(code)) {
		return { ...accountRefused(accountWords.verification), issuerCode };
	}
	if (about.hasSecurityCode === false && details.some((name) => /cvd/i.test(name))) {
		return { ...accountRefused(accountWords.securityCode), issuerCode };
	}
	const meaning = meaningFor(refused, about);
	return {
		...declined(meaning.declineClass, meaning.declineCode, wordsFor(refused, meaning)),
		adviceCode: meaning.adviceCode,
		issuerCode,
		authenticated: refused.authenticated,
		...checksOf(refused, about),
	};
}

function wordsFor({ code, message, details }: Refused, { declineCode }: DeclineMeaning): string {
	if (declineCode === "account_refused") {
		return accountWords[code] ?? `Bambora refuses the account (code ${code}). Ask its support.`;
	}
	if (declineCode === "request_refused") return requestWords(code, details);
	return payerWords[code] ?? safe(message) ?? "Declined.";
}

function meaningFor({ code, category, details }: Refused, { isAuthenticating }: About): DeclineMeaning {
	if (isAuthenticating === true && authenticationFailures.has(code)) return authenticationFailed;
	const isWrong = category === 2 || category === 3;
	const field = details.map(fieldOf).find((found) => found !== undefined);
	const general: DeclineMeaning = isWrong
		? { declineClass: "configuration", declineCode: "request_refused" }
		: { declineClass: "soft", declineCode: "generic" };
	return field?.reason ?? reasonOf(code) ?? general;
}

/** "3D Secure Failed", "Payment Cancelled" and "Expired session", which say something else without 3-D Secure. */
const authenticationFailures = new Set([311, 761, 762]);
const authenticationFailed = { declineClass: "soft", declineCode: "authentication_failed" } as const;

/** Limits of amounts, which a verification of 0 meets. */
const amountCodes = new Set([21, 22, 191, 197]);

const payerWords: Readonly<Record<number, string>> = {
	1136: "Bambora does not know the series of this stored card, or it is of another kind. Ask the payer to enter the card again.",
};

const accountWords = {
	unknown: "Bambora refuses the merchant ID with this API passcode. Enter the passcode that its portal shows.",
	verification:
		"Bambora refuses pre-authorizations of 0 for this account, so no card can be verified. Ask its support to allow them.",
	securityCode:
		"The account at Bambora demands a security code for each charge, which a stored card has not. Change that in its order settings.",
	206: "The account at Bambora has no terminal. Ask its support.",
	209: "The account at Bambora is disabled. Ask its support.",
	210: "The account at Bambora is closed.",
	313: "The account at Bambora is over its sales limit. Ask its support for a higher one.",
	681: "The account at Bambora takes no cards. Ask its support.",
	1137: "The account at Bambora may not charge stored cards. Ask its support to allow card-on-file transactions.",
} as Readonly<Record<string | number, string>> & { unknown: string; verification: string; securityCode: string };

function requestWords(code: number, details: string[]): string {
	if (amountCodes.has(code)) {
		return "The amount is outside of the account's limits at Bambora, which are $1,000 at first. Ask its support for others.";
	}
	const names = details.map(
		(field) => fieldOf(field)?.words ?? (/^[A-Za-z_.:]{1,40}$/.test(field) ? field : "a field"),
	);
	const refused = `Bambora refuses the request (code ${code})`;
	return names.length === 0 ? `${refused}.` : `${refused}. Correct ${[...new Set(names)].join(", ")}.`;
}

/** Names of fields as the REST interface and the older one have them, such as `card:name` and `trnCardOwner`. */
const fieldWords: [RegExp, string, DeclineMeaning?][] = [
	[/^adjId$/i, "the original payment", { declineClass: "hard", declineCode: "not_permitted" }],
	[/cvd/i, "the security code", { declineClass: "data", declineCode: "incorrect_cvv" }],
	[/exp/i, "the card's expiry", { declineClass: "data", declineCode: "expired_card" }],
	[/card:?_?number/i, "the card number", { declineClass: "data", declineCode: "do_not_honour" }],
	[/owner|name/i, "the payer's name"],
	[/email/i, "the payer's email address"],
	[/phone/i, "the payer's telephone number"],
	[/address/i, "the payer's address"],
	[/city/i, "the payer's city"],
	[/province/i, "the payer's province"],
	[/postal/i, "the payer's postal code"],
	[/country/i, "the payer's country"],
	[/amount/i, "the amount"],
	[/ip/i, "the payer's IP address"],
];

function fieldOf(field: string) {
	const [, words, reason] = fieldWords.find(([pattern]) => pattern.test(field)) ?? [];
	return words === undefined ? undefined : { words, reason };
}

/** Only words: a message may repeat the request. */
function safe(message: string): string | undefined {
	return /^[\p{L} .,;:'()*<>/#&–-]{1,120}$/u.test(message) ? message : undefined;
}

/** https://dev.na.bambora.com/docs/references/AVS */
const avsResults: Readonly<Record<string, CheckResult>> = {
	...{ D: "MATCH", M: "MATCH", X: "MATCH", Y: "MATCH" },
	...{ A: "PARTIAL", B: "PARTIAL", P: "PARTIAL", W: "PARTIAL", Z: "PARTIAL" },
	N: "NO_MATCH",
};

const cvdResults: Readonly<Record<string, CheckResult>> = { "1": "MATCH", "2": "NO_MATCH" };

function checksOf({ avs, cvd }: Pick<Transaction, "avs" | "cvd">, { operation }: About) {
	if (operation === "capture" || operation === "refund" || operation === "void") return {};
	return {
		avsResult: avs === undefined ? undefined : (avsResults[avs] ?? "NOT_CHECKED"),
		cvvResult: cvd === undefined ? undefined : (cvdResults[cvd] ?? "NOT_CHECKED"),
	};
}

/** @throws Error for an answer about another payment, or without a known outcome */
export function outcomeOfAnswer(answer: Answer, request: AboutAnswer): Outcome {
	const read = readSubmission(answer, request);
	if ("decline" in read) return read.decline;
	const { transaction } = read;
	const original = request.original?.reference;
	const { orderNumber } = transaction;
	// Real answers to a completion have the order number of the original.
	const isOurs = orderNumber === request.reference || (original !== undefined && orderNumber === original);
	if (!isOurs || !isOfOperation(transaction, request.operation))
		throw new Error("Bambora answered about another payment.");
	const outcome = outcomeOf(transaction, request);
	if (outcome === undefined) throw new Error("Bambora does not know the outcome.");
	return outcome;
}
