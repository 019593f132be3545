import type { CheckResult } from "@cardseal/vault";
import type { Connector, Details } from "../connector.ts";
import { bamboraDeclines } from "../decline-codes/bambora.ts";
import { avsOfLetter, centsOfDollars, textAt } from "../json.ts";

export const bambora: Connector = {
	name: "bambora",
	library: "bambora",
	title: "Bambora (Worldline) North America",
	fields: [
		{ name: "merchant_id", label: "Merchant ID", isSecret: false, isIdentity: true, config: "merchantId" },
		{ name: "api_passcode", label: "API access passcode", isSecret: true, config: "apiKey" },
	],
	// One address for live and test; the merchant number decides.
	baseUrl: () => "https://api.na.bambora.com/v1",
	verification: "authorize",
	storedCard: "authorize",
	lookup: "id",
	harmless: { flow: "get", connectorTransactionId: "1" },
	hasUnknownResult,
	declines: bamboraDeclines,
	detailsOf,
};

/** The documented results are 1, approved, and 0, declined. An error has none. */
function hasUnknownResult(body: unknown): boolean {
	return !["0", "1", undefined].includes(textAt(body, "approved"));
}

const cvdResults: Readonly<Record<string, CheckResult>> = { "1": "MATCH", "2": "NO_MATCH" };

/** https://dev.na.bambora.com/docs/references/payment_APIs/ */
function detailsOf(body: unknown): Details {
	const amountCents = centsOfDollars(textAt(body, "amount"));
	const cvd = textAt(body, "card", "cvd_result");
	return {
		authorizationCode: textAt(body, "auth_code"),
		avsResult: avsOfLetter(textAt(body, "card", "avs", "id")),
		cvvResult: cvd === undefined ? undefined : (cvdResults[cvd] ?? "NOT_CHECKED"),
		declineCode: textAt(body, "code") ?? textAt(body, "message_id"),
		processorTransactionId: textAt(body, "transaction_id"),
		reference: textAt(body, "order_number"),
		amountCents,
		...(textAt(body, "type") === "PAC" && { capturedCents: amountCents }),
	};
}
