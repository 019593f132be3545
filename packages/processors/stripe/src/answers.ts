import type {
	Accepted,
	ActionNeeded,
	AdviceCode,
	Approval,
	Authenticated,
	CheckResult,
	Decline,
	DeclineClass,
	ModificationRequest,
	Outcome,
} from "@cardseal/vault";
import { adviceCodes } from "@cardseal/vault";
import { accountRefused, declined, requestRefused } from "@cardseal/vault/processors";
import { z } from "zod";
import { authenticatedOf, threeDSecureSchema } from "./authentication.ts";
import { parse, type Refusal } from "./client.ts";
import { accountCodes, adviceClasses, declines, refundFailures, stateCodes } from "./decline-codes.ts";
import { metadataNames } from "./requests.ts";

const text = z.string().nullish();
const cents = z.int().nonnegative();
const metadata = z.record(z.string(), z.string()).nullish();

const cardSchema = z.object({
	brand: text,
	last4: text,
	exp_month: z.int().nullish(),
	exp_year: z.int().nullish(),
	authorization_code: text,
	network_transaction_id: text,
	/** s since 1970. */
	capture_before: z.int().nullish(),
	three_d_secure: threeDSecureSchema.nullish(),
	checks: z.object({ address_line1_check: text, address_postal_code_check: text, cvc_check: text }).nullish(),
});

const chargeSchema = z.object({
	id: z.string().min(1),
	status: z.enum(["succeeded", "pending", "failed"]),
	amount_captured: cents,
	amount_refunded: cents,
	balance_transaction: z.union([z.string(), z.object({ created: z.int() })]).nullish(),
	failure_code: text,
	failure_message: text,
	outcome: z.object({ reason: text, advice_code: text, network_advice_code: text }).nullish(),
	payment_method_details: z.object({ card: cardSchema.nullish() }).nullish(),
});

const errorSchema = z.object({
	code: text,
	decline_code: text,
	advice_code: text,
	network_advice_code: text,
	message: text,
});

/** https://docs.stripe.com/api/payment_intents/object with an expanded `latest_charge` */
const intentSchema = z.object({
	id: z.string().min(1),
	object: z.literal("payment_intent"),
	status: z.enum([
		"canceled",
		"processing",
		"requires_action",
		"requires_capture",
		"requires_confirmation",
		"requires_payment_method",
		"succeeded",
	]),
	amount: cents,
	amount_capturable: cents,
	amount_received: cents,
	currency: z.string().length(3),
	capture_method: z.enum(["automatic", "automatic_async", "manual"]),
	cancellation_reason: text,
	created: z.int(),
	metadata,
	last_payment_error: errorSchema.nullish(),
	latest_charge: chargeSchema.nullish(),
	next_action: z.object({ redirect_to_url: z.object({ url: text }).nullish() }).nullish(),
});

export type Intent = z.infer<typeof intentSchema>;

/** https://docs.stripe.com/api/setup_intents/object with an expanded `latest_attempt` */
const setupSchema = z.object({
	id: z.string().min(1),
	object: z.literal("setup_intent"),
	status: z.enum([
		"canceled",
		"processing",
		"requires_action",
		"requires_confirmation",
		"requires_payment_method",
		"succeeded",
	]),
	cancellation_reason: text,
	created: z.int(),
	metadata,
	last_setup_error: errorSchema.nullish(),
	latest_attempt: z.object({ payment_method_details: z.object({ card: cardSchema.nullish() }).nullish() }).nullish(),
});

export type Setup = z.infer<typeof setupSchema>;

/** https://docs.stripe.com/api/refunds/object */
const refundSchema = z.object({
	id: z.string().min(1),
	object: z.literal("refund"),
	status: z.enum(["pending", "requires_action", "succeeded", "failed", "canceled"]),
	amount: cents,
	currency: z.string().length(3),
	created: z.int(),
	failure_reason: text,
	payment_intent: text,
	metadata,
});

export type Refund = z.infer<typeof refundSchema>;

export const readIntent = (body: unknown): Intent => parse(intentSchema, body);
export const readSetup = (body: unknown): Setup => parse(setupSchema, body);
export const readRefund = (body: unknown): Refund => parse(refundSchema, body);

export const referenceOf = (named: { metadata?: Intent["metadata"] }) => named.metadata?.[metadataNames.reference];

/** The transaction whose money a payout, refund or dispute is about: the capture, if there is one. */
export function moneyReferenceOf({ metadata }: Pick<Intent, "metadata">): string | undefined {
	return metadata?.[metadataNames.capture] ?? metadata?.[metadataNames.reference];
}

/**
 * Canceling the intent decides it: it waits for a payer who cannot come, its confirmation never ran, or its payer may try
 * again after a failure.
 */
export interface Open {
	result: "open";
}

type Decided = Outcome | Accepted | ActionNeeded | { result: "not_received" };

/** Stripe has sent the payer to the bank, or may have. The bank's address names the intent's secret. */
export function mayAuthenticate({ metadata }: Pick<Intent, "metadata">): boolean {
	return metadata?.[metadataNames.authentication] !== undefined;
}

/** A cancellation of ours that ends an intent which waits for 3-D Secure. */
export const unauthenticated = "abandoned";

/** Reads a sale or an authorization, whatever became of it later. */
export function outcomeOfIntent(intent: Intent): Decided | Open {
	const { id, status, latest_charge: charge, last_payment_error: error } = intent;
	switch (status) {
		case "succeeded":
		case "requires_capture":
			return approvalOf(intent);
		case "processing":
			return { result: "accepted", processorTransactionId: id };
		case "canceled":
			// The bank's hold was released later, or by our cancellation at the same moment.
			if (charge?.status === "succeeded" && !isAbandoned(intent)) return approvalOf(intent);
			return endedOutcome(intent, error ?? errorOfCharge(charge), charge?.payment_method_details?.card);
		case "requires_payment_method":
			if (!error || mayAuthenticate(intent)) return { result: "open" };
			return declineOf(id, error, charge?.payment_method_details?.card);
		case "requires_action":
			return actionOf(intent);
		case "requires_confirmation":
			return { result: "open" };
	}
}

const isAbandoned = (intent: Intent) => mayAuthenticate(intent) && intent.cancellation_reason === unauthenticated;

function actionOf(intent: Intent): ActionNeeded | Open {
	const url = intent.next_action?.redirect_to_url?.url;
	if (!url || !mayAuthenticate(intent)) return { result: "open" };
	return { result: "action", processorTransactionId: intent.id, action: { url, method: "GET", fields: {} } };
}

export function outcomeOfSetup(setup: Setup): Decided | Open {
	const { id, status, last_setup_error: error, latest_attempt: attempt } = setup;
	const card = attempt?.payment_method_details?.card;
	switch (status) {
		case "succeeded":
			return {
				result: "approved",
				message: "The card is valid.",
				processorTransactionId: id,
				authorizationCode: card?.authorization_code ?? "",
				...cardResultsOf(card),
			};
		case "processing":
			return { result: "accepted", processorTransactionId: id };
		case "canceled":
			return endedOutcome(setup, error, card);
		case "requires_payment_method":
			return error ? declineOf(id, error, card) : { result: "open" };
		case "requires_action":
		case "requires_confirmation":
			return { result: "open" };
	}
}

export type Card = z.infer<typeof cardSchema> | null | undefined;
type PaymentError = z.infer<typeof errorSchema>;

function endedOutcome(
	intent: Pick<Intent, "id" | "cancellation_reason" | "metadata">,
	error: PaymentError | null | undefined,
	card: Card,
): Decline | { result: "not_received" } {
	const { id, cancellation_reason: reason } = intent;
	if (error) return declineOf(id, error, card);
	if (mayAuthenticate(intent)) {
		const message = "The payer did not authenticate with the bank.";
		return { ...declineOf(id, { message }, card), declineCode: "authentication_failed" };
	}
	if (reason !== unauthenticated) return { result: "not_received" };
	return declineOf(id, { code: "authentication_required", message: "The bank wants the payer to authenticate." }, card);
}

/** An intent loses its error when it is canceled. */
function errorOfCharge(charge: Intent["latest_charge"]): PaymentError | undefined {
	if (charge?.status !== "failed") return undefined;
	const { failure_code: code, failure_message: message, outcome } = charge;
	const { reason, advice_code, network_advice_code } = outcome ?? {};
	return { code, message, decline_code: reason, advice_code, network_advice_code };
}

/** An authorization approves its whole amount, although a capture receives less. */
function approvalOf(intent: Intent): Approval {
	const { capture_method, amount, amount_received, latest_charge: charge } = intent;
	const card = charge?.payment_method_details?.card;
	const isHold = capture_method === "manual";
	return {
		...approved("Approved.", intent, isHold ? amount : amount_received, card),
		...cardResultsOf(card),
		...(isHold && card?.capture_before && { captureBefore: card.capture_before * 1000 }),
	};
}

function approved(message: string, of: Pick<Intent, "id" | "currency">, amountCents: number, card?: Card): Approval {
	const authorizationCode = card?.authorization_code ?? "";
	return { result: "approved", message, authorizationCode, ...moneyOf(of, amountCents) };
}

const moneyOf = ({ id, currency }: Pick<Intent, "id" | "currency">, amountCents: number) => ({
	processorTransactionId: id,
	amountCents,
	currency: currency.toUpperCase(),
});

export const outcomeOfCapture = (intent: Intent) =>
	approved("Captured.", intent, intent.amount_received, intent.latest_charge?.payment_method_details?.card);

export const outcomeOfVoid = (intent: Intent) => approved("Canceled.", intent, intent.amount);

export function outcomeOfRefund(refund: Refund): Outcome | Accepted {
	const { id, status, amount, failure_reason: reason } = refund;
	if (status === "pending" || status === "requires_action") return { result: "accepted", processorTransactionId: id };
	if (status === "succeeded") return approved("Refunded.", refund, amount);
	const message = `The refund failed at Stripe (${reason ?? status}). Its amount is in the Stripe balance again.`;
	const decline = { ...declined("soft", "processing_error", message), ...refundFailures.get(reason ?? "") };
	return { ...decline, issuerCode: reason ?? status, ...moneyOf(refund, amount) };
}

/** AVS and CVV results, and the network's id. */
function cardResultsOf(card: Card) {
	const checks = card?.checks;
	return {
		networkTransactionId: card?.network_transaction_id ?? undefined,
		avsResult: avsOf(checkOf(checks?.address_line1_check), checkOf(checks?.address_postal_code_check)),
		cvvResult: checkOf(checks?.cvc_check) ?? "NOT_CHECKED",
		authenticated: authenticatedOf(card?.three_d_secure),
	};
}

/** `pass`, `fail`, `unavailable`, `unchecked`; null when nothing was sent. */
function checkOf(check: string | null | undefined): CheckResult | undefined {
	if (check === null || check === undefined) return undefined;
	if (check === "pass") return "MATCH";
	return check === "fail" ? "NO_MATCH" : "NOT_CHECKED";
}

function avsOf(street: CheckResult | undefined, postalCode: CheckResult | undefined): CheckResult {
	const checked = [street, postalCode].filter((result) => result === "MATCH" || result === "NO_MATCH");
	if (checked.length === 0) return "NOT_CHECKED";
	if (checked.every((result) => result === checked[0])) return checked[0] ?? "NOT_CHECKED";
	return "PARTIAL";
}

function declineOf(id: string, error: PaymentError, card: Card): Decline {
	const raw = error.decline_code || error.code || undefined;
	const { declineCode, declineClass } = declines.get(raw ?? "") ?? { declineCode: "generic", declineClass: "soft" };
	const adviceCode = adviceCodes.find((code) => code === error.network_advice_code);
	return {
		result: "declined",
		message: error.message || "The card was declined.",
		processorTransactionId: id,
		declineCode,
		declineClass: classOf(declineClass, error.advice_code, adviceCode),
		issuerCode: raw,
		adviceCode,
		...cardResultsOf(card),
		...(raw === "payment_intent_authentication_failure" && { authenticated: failedOf(card) }),
	};
}

/** Without a charge of its own, the newest one tells of an earlier attempt. */
function failedOf(card: Card): Authenticated {
	const told = authenticatedOf(card?.three_d_secure);
	return told !== undefined && ["N", "R", "C"].includes(told.status) ? told : { status: "N" };
}

/** Mastercard's 03 and 21 forbid another attempt. */
function classOf(
	tableClass: DeclineClass,
	advice: string | null | undefined,
	network: AdviceCode | undefined,
): DeclineClass {
	if (tableClass === "hard" || network === "03" || network === "21") return "hard";
	return adviceClasses.get(advice ?? "") ?? tableClass;
}

const unsent = "Stripe could not be reached. Nothing was charged.";

/** Declines a charge or verification. */
export function declineOfCharge(refusal: Refusal): Decline {
	const isOfCard = refusal.type === "card_error" && accountProblemOf(refusal) === undefined;
	if (!isOfCard) return declineOfRequest(refusal);
	return declineOf(refusal.intentId ?? "", refusal, undefined);
}

const forbidden: Record<ModificationRequest["operation"], string> = {
	capture: "Stripe cannot capture this amount of the authorization, or captures it no more.",
	refund: "Stripe cannot refund this amount of the charge, or refunds it no more.",
	void: "Stripe cancels an authorization only before its capture. Refund the charge instead.",
};

/** The charge's state does not allow it. An inquiry finds the same. */
export function notPermitted(operation: ModificationRequest["operation"], id: string): Decline {
	return declined("hard", "not_permitted", forbidden[operation], id);
}

export function declineOfModification(
	operation: ModificationRequest["operation"],
	id: string,
	refusal: Refusal,
): Decline {
	const { type, status, code, param } = refusal;
	if (type === "card_error" && !stateCodes.has(code ?? "")) return declineOf(id, refusal, undefined);
	// Stripe gives no code for a refund of more than is left.
	const isAmount = status === 400 && param === "amount" && code === undefined;
	if (isAmount || stateCodes.has(code ?? "")) return notPermitted(operation, id);
	return declineOfRequest(refusal);
}

function declineOfRequest(refusal: Refusal): Decline {
	if (refusal.type === "unsent") return declined("soft", "not_received", unsent);
	const account = accountProblemOf(refusal);
	if (account !== undefined) return accountRefused(account);
	const { message, param, code } = refusal;
	const about = [param, code].filter((part) => part !== undefined).join(", ");
	const told = `Stripe refuses the request${about === "" ? "" : ` (${about})`}: ${message}`;
	return { ...requestRefused(told), processorTransactionId: refusal.intentId ?? "" };
}

/** @returns words for the operator if the account, not the request, is refused */
export function accountProblemOf({ status, code, param, message }: Refusal): string | undefined {
	const isUnknown = (name: string) =>
		code === "parameter_unknown" && param?.startsWith(`payment_method_options[card][${name}]`) === true;
	if (/^sending credit card numbers directly/i.test(message)) {
		return "Stripe does not let this account send card numbers. Ask Stripe's support for access to raw card data APIs; it wants the operator's PCI DSS attestation.";
	}
	if (status === 401)
		return "Stripe does not know this secret key, or it was revoked or has expired. Enter a current one.";
	if (status === 403) {
		return "The key may not do this. Use the secret key, or give the restricted key write access to payment intents, setup intents, charges and refunds, disputes, and read access to accounts, balance, events and payouts.";
	}
	// Other messages may repeat what the payer typed, or a wrong id.
	if (isUnknown("mit_exemption")) {
		return "Stripe does not let this account name the network's transaction of a card that is stored elsewhere. Ask Stripe's support to enable mit_exemption.";
	}
	if (isUnknown("three_d_secure")) {
		return "Stripe does not let this account import the results of 3-D Secure. Ask Stripe's support to enable it.";
	}
	if (isUnknown("moto")) {
		return "Stripe does not let this account charge by mail or telephone order. Ask Stripe's support to enable MOTO payments.";
	}
	if (accountCodes.has(code ?? "")) {
		return `Stripe refuses this account (${code}): finish its activation in the Stripe dashboard, or ask Stripe's support.`;
	}
	return undefined;
}
