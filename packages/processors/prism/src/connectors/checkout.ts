import { environmentField, isTestAccount } from "@cardseal/vault/processors";
import type { Connector, Details } from "../connector.ts";
import { checkoutDeclines } from "../decline-codes/checkout.ts";
import { avsOfLetter, centsAt, cvvOfLetter, textAt } from "../json.ts";

export const checkout: Connector = {
	name: "checkout",
	library: "checkout",
	title: "Checkout.com",
	fields: [
		{ name: "secret_key", label: "Secret key", isSecret: true, config: "apiSecret" },
		{ name: "public_key", label: "Public key", isSecret: false, config: "apiKey" },
		{
			name: "processing_channel_id",
			label: "Processing channel ID",
			isSecret: false,
			isIdentity: true,
			config: "processingChannelId",
		},
		{ name: "api_prefix", label: "Prefix of the API address", isSecret: false },
		environmentField,
	],
	baseUrl: (account) =>
		`https://${hostPart(account.api_prefix)}.api.${isTestAccount(account) ? "sandbox." : ""}checkout.com/`,
	isTest: isTestAccount,
	idempotencyHeader: "Cko-Idempotency-Key",
	verification: "setup_recurring",
	storedCard: "charge",
	lookup: "id",
	harmless: { flow: "get", connectorTransactionId: "pay_none" },
	declines: checkoutDeclines,
	detailsOf,
};

/** A merchant fills it in, so it may not lead to another host. */
function hostPart(prefix = ""): string {
	if (/^[a-z0-9][a-z0-9-]{0,60}$/i.test(prefix)) return prefix;
	throw new Error("The API prefix of Checkout.com has letters, digits and dashes only.");
}

/** https://api-reference.checkout.com/#operation/requestAPaymentOrPayout */
function detailsOf(body: unknown): Details {
	return {
		authorizationCode: textAt(body, "auth_code"),
		networkTransactionId: textAt(body, "scheme_id"),
		avsResult: avsOfLetter(textAt(body, "source", "avs_check")),
		cvvResult: cvvOfLetter(textAt(body, "source", "cvv_check")),
		declineCode: declineCodeOf(body),
		adviceCode: textAt(body, "processing", "partner_merchant_advice_code"),
		reference: textAt(body, "reference"),
		amountCents: centsAt(body, "amount"),
		capturedCents: centsAt(body, "balances", "total_captured") || undefined,
		currency: textAt(body, "currency"),
	};
}

/** 10000 and its neighbours are approvals. */
function declineCodeOf(body: unknown): string | undefined {
	const code = textAt(body, "response_code") ?? textAt(body, "actions", 0, "response_code");
	return code?.startsWith("10") ? undefined : (code ?? textAt(body, "error_codes", 0));
}
