import { type AccountSecrets, type CheckResult, WebhookRefused } from "@cardseal/vault";
import type { Connector, Details, WebhookEvent } from "../connector.ts";
import { adyenDeclines } from "../decline-codes/adyen.ts";
import { hostPart, isTestAccount, testField } from "../hosts.ts";
import { refundIdOf } from "../ids.ts";
import { at, centsAt, textAt } from "../json.ts";

export const adyen: Connector = {
	name: "adyen",
	library: "adyen",
	title: "Adyen",
	fields: [
		{ name: "api_key", label: "API key", isSecret: true, config: "apiKey" },
		{
			name: "merchant_account",
			label: "Merchant account",
			isSecret: false,
			isIdentity: true,
			config: "merchantAccount",
		},
		{ name: "live_prefix", label: "Live URL prefix", isSecret: false, isOptional: true },
		{ name: "webhook_hmac_key", label: "HMAC key of the webhook", isSecret: true, isOptional: true },
		testField,
	],
	baseUrl: (account) =>
		isTestAccount(account)
			? "https://checkout-test.adyen.com/"
			: `https://${prefixOf(account)}-checkout-live.adyenpayments.com/checkout/`,
	isTest: isTestAccount,
	// The library wants it even where the address does not need it.
	fixedConfig: (account) => ({ endpointPrefix: isTestAccount(account) ? "test" : prefixOf(account) }),
	idempotencyHeader: "Idempotency-Key",
	verification: "authorize",
	storedCard: "charge",
	namesAgreement: true,
	browser: {
		userAgent: "Mozilla/5.0",
		acceptHeader: "*/*",
		language: "en",
		colorDepth: 24,
		screenHeight: 1080,
		screenWidth: 1920,
		timeZoneOffsetMinutes: 0,
		javaEnabled: false,
	},
	// Adyen tells later results by webhook only.
	lookup: "none",
	harmless: { flow: "void", connectorTransactionId: "none" },
	// "Request already processed or in progress".
	unknownCodes: new Set(["704"]),
	declines: adyenDeclines,
	detailsOf,
	webhook: { secretField: "webhook_hmac_key", place: "Developers › Webhooks", eventOf },
};

function prefixOf({ live_prefix: prefix }: AccountSecrets): string {
	return hostPart(prefix, "The live URL prefix of Adyen");
}

/** https://docs.adyen.com/risk-management/avs-checks */
const addressMatches = new Set(["7", "20", "24"]);
const addressMatchesPartly = new Set(["1", "6", "9", "12", "14", "15", "19", "21", "23", "25"]);
const addressMatchesNot = new Set(["2", "10", "13", "16", "17", "26"]);
const codeResults: Readonly<Record<string, CheckResult>> = { "1": "MATCH", "2": "NO_MATCH" };

/** https://docs.adyen.com/api-explorer/Checkout/68/post/payments */
function detailsOf(body: unknown): Details {
	const numberOf = (name: string) => /^\d+/.exec(textAt(body, "additionalData", name) ?? "")?.[0];
	const cvc = numberOf("cvcResult");
	const refusal = textAt(body, "refusalReasonCode");
	return {
		authorizationCode: textAt(body, "additionalData", "authCode"),
		networkTransactionId: textAt(body, "additionalData", "networkTxReference"),
		avsResult: avsOf(numberOf("avsResult")),
		cvvResult: cvc === undefined ? undefined : (codeResults[cvc] ?? "NOT_CHECKED"),
		declineCode: refusal === "0" ? undefined : (refusal ?? textAt(body, "errorCode")),
		adviceCode: textAt(body, "additionalData", "merchantAdviceCode")?.slice(0, 2),
		processorTransactionId: textAt(body, "pspReference"),
		reference: textAt(body, "merchantReference"),
		amountCents: centsAt(body, "amount", "value"),
		currency: textAt(body, "amount", "currency"),
	};
}

function avsOf(number: string | undefined): CheckResult | undefined {
	if (number === undefined) return undefined;
	if (addressMatches.has(number)) return "MATCH";
	if (addressMatchesPartly.has(number)) return "PARTIAL";
	return addressMatchesNot.has(number) ? "NO_MATCH" : "NOT_CHECKED";
}

const operations: Readonly<Record<string, WebhookEvent["operation"]>> = {
	AUTHORISATION: "charge",
	CAPTURE: "capture",
	CAPTURE_FAILED: "capture",
	CANCELLATION: "void",
	REFUND: "refund",
	REFUND_FAILED: "refund",
};

/**
 * https://docs.adyen.com/development-resources/webhooks/webhook-types
 *
 * @throws WebhookRefused for several items in one: the library checks the signature of the first only
 */
function eventOf(body: unknown): WebhookEvent | undefined {
	const items = at(body, "notificationItems");
	if (!Array.isArray(items) || items.length !== 1) throw new WebhookRefused("A webhook of Adyen has one item.");
	const item = at(items, 0, "NotificationRequestItem");
	const code = textAt(item, "eventCode") ?? "";
	const operation = operations[code];
	const reference = textAt(item, "merchantReference");
	const id = textAt(item, "pspReference");
	if (operation === undefined || reference === undefined || id === undefined) return undefined;
	const original = textAt(item, "originalReference");
	return {
		id: `${id}-${code}-${textAt(item, "success")}`,
		reference,
		operation,
		// A capture is refunded by the id of its payment.
		processorTransactionId: operation === "refund" ? refundIdOf(original, id) : (original ?? id),
		amountCents: centsAt(item, "amount", "value"),
		currency: textAt(item, "amount", "currency"),
		declineCode: refusalOf(textAt(item, "reason")),
	};
}

/** `reason` holds words for a refusal, and other things for an approval. */
function refusalOf(reason: string | undefined): string | undefined {
	return reason === undefined || reason.length > 40 ? undefined : reason;
}
