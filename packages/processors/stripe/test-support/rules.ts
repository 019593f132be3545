import { passesLuhn } from "../../../card/src/number.ts";
import { importedResult } from "./authentication.ts";
import type { CardDetails, PaymentError } from "./books.ts";

/** An error body of https://docs.stripe.com/api/errors, with its HTTP status. */
export class Refused extends Error {
	readonly status: number;
	readonly body: Record<string, unknown>;
	/** Stored under the idempotency key: the endpoint had started. */
	readonly isStored: boolean;
	constructor(status: number, body: Record<string, unknown>, isStored = false) {
		super(String(body.message));
		this.status = status;
		this.body = { type: "invalid_request_error", ...body };
		this.isStored = isStored;
	}
}

/** The account's permissions and settings. */
export interface Switches {
	/** Raw card data APIs. Projects tell of both types of the error. */
	rawCards: true | "invalid_request_error" | "card_error";
	mitExemption: boolean;
	/** May import results of 3-D Secure. */
	importsAuthentication: boolean;
	moto: boolean;
	chargesEnabled: boolean;
	/** The account's shortened descriptor. */
	descriptorPrefix: string;
	/** The network's limit is one of pages, which Stripe estimates from the characters. */
	longestEvidence: number;
	/** Answers 403, as to a restricted key, for paths that begin so. */
	forbidden: string[];
	/** The next request that moves money is answered with 500, after it was carried out. */
	crashesNext: boolean;
}

/** The bank's answer to a card's number; the bank approves others. */
export interface Bank {
	/** `challenge` wants 3-D Secure; `waiting` leaves the intent in `requires_action` all the same. */
	answer: "approve" | "challenge" | "waiting" | "processing" | Omit<PaymentError, "type" | "message">;
	checks?: Partial<CardDetails["checks"]>;
}

const ownCodes = new Set(["expired_card", "incorrect_cvc", "incorrect_number", "incorrect_zip", "processing_error"]);

/** A code of https://docs.stripe.com/declines/codes */
export function declineWith(code: string): Bank {
	return { answer: { code: ownCodes.has(code) ? code : "card_declined", decline_code: code } };
}

export function required(form: URLSearchParams, param: string): string {
	const value = form.get(param);
	if (value !== null) return value;
	throw new Refused(400, { code: "parameter_missing", param, message: `Missing required param: ${param}.` });
}

export function checkPermissions(form: URLSearchParams, switches: Switches): void {
	const { rawCards, mitExemption, importsAuthentication, moto } = switches;
	if (rawCards !== true) {
		throw new Refused(402, {
			...(rawCards === "card_error" && { type: "card_error" }),
			message:
				"Sending credit card numbers directly to the Stripe API is generally unsafe. To continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements.",
		});
	}
	const forbidden = [
		...(mitExemption ? [] : ["[mit_exemption]"]),
		...(importsAuthentication ? [] : ["[three_d_secure]"]),
		...(moto ? [] : ["[moto]"]),
	];
	for (const param of form.keys()) {
		if (!forbidden.some((part) => param.includes(part))) continue;
		throw new Refused(400, { code: "parameter_unknown", param, message: `Received unknown parameter: ${param}` });
	}
}

/** https://docs.stripe.com/get-started/account/statement-descriptors */
export function checkDescriptor(form: URLSearchParams, { descriptorPrefix }: Switches): void {
	if (form.has("statement_descriptor")) {
		throw new Refused(400, {
			param: "statement_descriptor",
			message:
				"The `statement_descriptor` parameter is not supported for the payment_method_type `card`. If you want to include additional statement descriptor information, please pass in `statement_descriptor_suffix` or remove the `statement_descriptor` parameter.",
		});
	}
	const param = "statement_descriptor_suffix";
	const suffix = form.get(param);
	if (suffix === null) return;
	const isTooLong = `${descriptorPrefix}* ${suffix}`.length > 22;
	const isLatin = /^[\x20-\x7e\xa0-\u024f]+$/.test(suffix) && /[A-Za-z]/.test(suffix);
	if (!isTooLong && isLatin && !/[<>\\'"*]/.test(suffix)) return;
	throw new Refused(400, { param, message: "The statement descriptor suffix is not valid." });
}

const longestText = 20_000;

/** https://docs.stripe.com/api/disputes/update#update_dispute-evidence, for the texts that are sent */
export function checkEvidence(evidence: readonly [string, string][], { longestEvidence }: Switches): void {
	const lengthOf = (text: string) => [...text].length;
	const long = evidence.find(([, text]) => lengthOf(text) > longestText);
	if (long !== undefined) {
		const message = `Invalid string: must be at most ${longestText} characters`;
		throw new Refused(400, { param: `evidence[${long[0]}]`, message });
	}
	if (evidence.reduce((sum, [, text]) => sum + lengthOf(text), 0) <= longestEvidence) return;
	// https://docs.stripe.com/changelog/endive/2026-09-30/page-limit-validation-dispute-evidence
	const message = "The evidence exceeds the page limit of the card network.";
	throw new Refused(400, { code: "dispute_evidence_page_limit_exceeded", message });
}

/** Parameters that need each other, or exclude each other, as the SDK's types describe them. */
export function checkTogether(form: URLSearchParams): void {
	const option = (name: string) => form.has(`payment_method_options[card][${name}]`);
	const isConfirmed = form.get("confirm") === "true";
	const isSetup = form.has("setup_future_usage") || form.has("usage");
	const isStored = option("stored_credential_usage");
	const broken: BrokenRule[] = [
		[form.has("off_session") && !isConfirmed, "off_session", "off_session needs confirm."],
		[form.has("error_on_requires_action") && !isConfirmed, "error_on_requires_action", "It needs confirm."],
		[option("moto") && !isConfirmed, "moto", "moto needs confirm."],
		[option("setup_credential_usage") && !isSetup, "setup_credential_usage", "It needs setup_future_usage."],
		[isStored && isSetup, "stored_credential_usage", "It is not supported with setup_future_usage."],
		[isStored && !form.has("off_session"), "stored_credential_usage", "It needs off_session."],
	];
	refuseFirst(broken);
	checkAuthentication(form);
}

type BrokenRule = [isBroken: boolean, param: string, message: string];

function refuseFirst(broken: readonly BrokenRule[]): void {
	for (const [isBroken, param, message] of broken) if (isBroken) throw new Refused(400, { param, message });
}

function checkAuthentication(form: URLSearchParams): void {
	const isAsked = form.has("payment_method_options[card][request_three_d_secure]");
	const imports = [...form.keys()].some((name) => name.includes("[three_d_secure]"));
	for (const name of imports ? ["cryptogram", "transaction_id", "version"] : []) {
		required(form, `payment_method_options[card][three_d_secure][${name}]`);
	}
	refuseFirst([
		[form.has("return_url") && form.get("confirm") !== "true", "return_url", "return_url needs confirm."],
		[form.has("return_url") && form.has("error_on_requires_action"), "return_url", "No payer is sent to the bank."],
		[form.has("return_url") && form.has("off_session"), "return_url", "The payer is off session."],
		[isAsked && form.has("off_session"), "request_three_d_secure", "It needs the payer."],
		[isAsked && imports, "three_d_secure", "3-D Secure is done elsewhere."],
	]);
}

/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minimums: Record<string, number> = { usd: 50, cad: 50, eur: 50, gbp: 30, jpy: 50, mxn: 10_00 };

const maximum = 999_999_99;

export function readAmount(form: URLSearchParams): { amount: number; currency: string } {
	const [amount, currency] = [Number(required(form, "amount")), required(form, "currency")];
	const minimum = minimums[currency];
	if (minimum === undefined) throw new Refused(400, { param: "currency", message: `Invalid currency: ${currency}.` });
	if (amount < minimum) {
		const message = "Amount must convert to at least 50 cents.";
		throw new Refused(400, { code: "amount_too_small", param: "amount", message });
	}
	if (amount > maximum) {
		const message = "Amount must be no more than $999,999.99";
		throw new Refused(400, { code: "amount_too_large", param: "amount", message });
	}
	return { amount, currency };
}

const cardField = (name: string) => `payment_method_data[card][${name}]`;

export interface SentCard {
	number: string;
	/** Without what only an authorization has. */
	card: CardDetails;
	/** What Stripe finds before it asks the bank. */
	problem: Bank | undefined;
}

/** No card has this address. */
const unknownPostalCode = "N0N0N0";

/** @param now ms since 1970 */
export function readCard(form: URLSearchParams, now: number): SentCard {
	required(form, "payment_method_data[type]");
	const address = (name: string) => form.get(`payment_method_data[billing_details][address][${name}]`);
	const isElsewhere = address("postal_code") === unknownPostalCode;
	const addressCheck = (name: string) => (address(name) === null ? null : isElsewhere ? "fail" : "pass");
	const [number = "", month = "", year = ""] = ["number", "exp_month", "exp_year"].map((name) =>
		required(form, cardField(name)),
	);
	const card: CardDetails = {
		brand: number.startsWith("4") ? "visa" : number.startsWith("3") ? "amex" : "mastercard",
		last4: number.slice(-4),
		exp_month: Number(month),
		exp_year: Number(year),
		authorization_code: null,
		network_transaction_id: null,
		three_d_secure: importedResult(form) ?? null,
		checks: {
			address_line1_check: addressCheck("line1"),
			address_postal_code_check: addressCheck("postal_code"),
			cvc_check: form.has(cardField("cvc")) ? "pass" : null,
		},
	};
	return {
		number,
		card,
		problem: problemOf(number, form.get(cardField("cvc")), Date.UTC(Number(year), Number(month)) <= now),
	};
}

/** Stripe's published test card. https://docs.stripe.com/testing */
const testCard = "4242424242424242";

function problemOf(number: string, cvc: string | null, isPast: boolean): Bank | undefined {
	if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return declineWith("incorrect_number");
	if (cvc !== null && !/^\d{3,4}$/.test(cvc)) return declineWith("incorrect_cvc");
	if (isPast) return declineWith("expired_card");
	return number === testCard ? declineWith("live_mode_test_card") : undefined;
}
