import type { CheckResult } from "@cardseal/vault";
import type { Connector, Details, WebhookEvent } from "../connector.ts";
import { stripeDeclines } from "../decline-codes/stripe.ts";
import { refundIdOf } from "../ids.ts";
import { centsAt, textAt } from "../json.ts";

export const stripe: Connector = {
	name: "stripe",
	library: "stripe",
	title: "Stripe",
	fields: [
		{ name: "secret_key", label: "Secret key", isSecret: true, config: "apiKey" },
		{ name: "webhook_secret", label: "Webhook signing secret", isSecret: true, isOptional: true },
	],
	// One address for live and test; the key decides.
	baseUrl: () => "https://api.stripe.com/",
	// https://docs.stripe.com/keys: restricted keys and those of organizations as well.
	isTest: ({ secret_key: key = "" }) => /^[a-z]+_(?:org_)?test_/.test(key),
	idempotencyHeader: "Idempotency-Key",
	verification: "setup_recurring",
	storedCard: "charge",
	lookup: "id",
	harmless: { flow: "get", connectorTransactionId: "pi_none" },
	// Another request with this key is running, or a lock is held: it may still charge.
	unknownCodes: new Set(["idempotency_key_in_use", "lock_timeout"]),
	// The processor waits for the payer, but no page sends the payer to the bank: the card is not charged.
	declinedStatuses: new Set(["AUTHENTICATION_PENDING", "PAYMENT_METHOD_AWAITED"]),
	declines: stripeDeclines,
	detailsOf,
	webhook: { secretField: "webhook_secret", place: "Workbench › Webhooks", eventOf },
};

/** https://docs.stripe.com/api/payment_intents/object, /api/charges/object, /api/errors */
function detailsOf(body: unknown): Details {
	const error = { code: textAt(body, "error", "code"), decline: textAt(body, "error", "decline_code") };
	const intent = textAt(body, "error", "payment_intent", "id");
	const card = ["latest_charge", "payment_method_details", "card"] as const;
	const check = (name: string) => textAt(body, ...card, "checks", name);
	const kind = textAt(body, "object");
	return {
		networkTransactionId: textAt(body, ...card, "network_transaction_id"),
		authorizationCode: textAt(body, ...card, "authorization_code"),
		avsResult: avsOf(check("address_line1_check"), check("address_postal_code_check")),
		cvvResult: checkOf(check("cvc_check")),
		declineCode: error.decline ?? error.code,
		adviceCode: textAt(body, "error", "network_advice_code"),
		processorTransactionId: intent,
		reference: textAt(body, "metadata", "order_id"),
		...((kind === "payment_intent" || kind === "refund") && {
			amountCents: centsAt(body, "amount"),
			capturedCents: capturedOf(body),
			currency: textAt(body, "currency")?.toUpperCase(),
		}),
	};
}

/** An intent that was not captured says 0. */
function capturedOf(body: unknown): number | undefined {
	return centsAt(body, "amount_received") || undefined;
}

function checkOf(check: string | undefined): CheckResult | undefined {
	if (check === undefined) return undefined;
	if (check === "pass") return "MATCH";
	return check === "fail" ? "NO_MATCH" : "NOT_CHECKED";
}

function avsOf(street: string | undefined, postal: string | undefined): CheckResult | undefined {
	const results = [checkOf(street), checkOf(postal)].filter((result) => result !== undefined);
	if (results.length === 0) return undefined;
	const matches = results.filter((result) => result === "MATCH").length;
	if (matches > 0) return matches === results.length ? "MATCH" : "PARTIAL";
	return results.includes("NO_MATCH") ? "NO_MATCH" : "NOT_CHECKED";
}

/** https://docs.stripe.com/api/events/types. A captured authorization is told under the reference of its authorization: left out. */
function eventOf(body: unknown): WebhookEvent | undefined {
	const object = ["data", "object"] as const;
	const type = textAt(body, "type");
	const isRefund = type === "charge.refund.updated";
	const isSale = type === "payment_intent.succeeded" && textAt(body, ...object, "capture_method") !== "manual";
	const isCharge =
		isSale || type === "payment_intent.amount_capturable_updated" || type === "payment_intent.payment_failed";
	const ids = [textAt(body, "id"), textAt(body, ...object, "metadata", "order_id"), textAt(body, ...object, "id")];
	const [id, reference, objectId] = ids;
	if (!(isRefund || isCharge) || id === undefined || reference === undefined || objectId === undefined)
		return undefined;
	return {
		id,
		reference,
		operation: isRefund ? "refund" : "charge",
		processorTransactionId: isRefund ? refundIdOf(textAt(body, ...object, "payment_intent"), objectId) : objectId,
		amountCents: centsAt(body, ...object, "amount"),
		currency: textAt(body, ...object, "currency")?.toUpperCase(),
		declineCode:
			textAt(body, ...object, "last_payment_error", "decline_code") ??
			textAt(body, ...object, "last_payment_error", "code"),
	};
}
