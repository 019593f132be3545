import { codesIn, environmentField, isTestAccount } from "@cardseal/vault/processors";
import type { Connector, Details, WebhookEvent } from "../connector.ts";
import { authorizedotnetDeclines } from "../decline-codes/authorizedotnet.ts";
import { at, avsOfLetter, centsOfDollars, cvvOfLetter, textAt } from "../json.ts";

export const authorizedotnet: Connector = {
	name: "authorizedotnet",
	library: "authorizedotnet",
	title: "Authorize.net",
	fields: [
		{ name: "login_id", label: "API login ID", isSecret: false, isIdentity: true, config: "name" },
		{ name: "transaction_key", label: "Transaction key", isSecret: true, config: "transactionKey" },
		{ name: "signature_key", label: "Signature key", isSecret: true, isOptional: true },
		environmentField,
	],
	baseUrl: (account) => `https://${isTestAccount(account) ? "apitest" : "api"}.authorize.net/xml/v1/request.api`,
	isTest: isTestAccount,
	verification: "authorize",
	// The library's charge of a stored card leaves out the card.
	storedCard: "authorize",
	lookup: "id",
	harmless: { flow: "get", connectorTransactionId: "1" },
	refusedAccountCodes: new Set(["E00005", "E00006", "E00007", "E00008", "E00011"]),
	// "An error occurred during processing", and answers that a bank or network gave too late.
	unknownCodes: new Set(codesIn("E00001 19-23 25 26 57-63 120-122")),
	hasUnknownResult: isOfTestMode,
	declines: authorizedotnetDeclines,
	detailsOf,
	featureDataOf,
	// Its two merchant interfaces have different places for webhooks.
	webhook: { secretField: "signature_key", eventOf },
};

/** Letters that Authorize.net uses otherwise than networks do: nothing was compared. */
const notCompared = new Set(["B", "P"]);

/** https://developer.authorize.net/api/reference/index.html#payment-transactions */
function detailsOf(body: unknown): Details {
	const charge = ["transactionResponse"] as const;
	const found = ["transaction"] as const;
	const avs = textAt(body, ...charge, "avsResultCode") ?? textAt(body, ...found, "AVSResponse");
	return {
		authorizationCode: textAt(body, ...charge, "authCode") ?? textAt(body, ...found, "authCode"),
		networkTransactionId: textAt(body, ...charge, "networkTransId") ?? textAt(body, ...found, "networkTransId"),
		avsResult: avs !== undefined && notCompared.has(avs) ? "NOT_CHECKED" : avsOfLetter(avs),
		cvvResult: cvvOfLetter(textAt(body, ...charge, "cvvResultCode") ?? textAt(body, ...found, "cardCodeResponse")),
		declineCode: textAt(body, ...charge, "errors", 0, "errorCode") ?? errorOf(body),
		processorTransactionId: idOf(textAt(body, ...charge, "transId")),
		reference: textAt(body, "refId"),
		amountCents: centsOfDollars(textAt(body, ...found, "authAmount")),
		capturedCents: centsOfDollars(textAt(body, ...found, "settleAmount")) || undefined,
	};
}

/** A live account in Authorize.net's test mode approves, and charges nothing. */
function isOfTestMode(body: unknown): boolean {
	return textAt(body, "transactionResponse", "testRequest") === "1";
}

/** A refund repeats the masked card of its original. */
function featureDataOf(body: unknown): string | undefined {
	const card = ["transaction", "payment", "creditCard"] as const;
	const cardNumber = textAt(body, ...card, "cardNumber");
	const expirationDate = textAt(body, ...card, "expirationDate");
	return cardNumber === undefined ? undefined : JSON.stringify({ creditCard: { cardNumber, expirationDate } });
}

/** The request's own error, when there was no transaction. */
function errorOf(body: unknown): string | undefined {
	return textAt(body, "messages", "resultCode") === "Error"
		? textAt(body, "messages", "message", 0, "code")
		: undefined;
}

/** 0 stands for none. */
function idOf(id: string | undefined): string | undefined {
	return id === "0" ? undefined : id;
}

const operations: Readonly<Record<string, WebhookEvent["operation"]>> = {
	"net.authorize.payment.authcapture.created": "charge",
	"net.authorize.payment.authorization.created": "charge",
	"net.authorize.payment.void.created": "void",
};

/**
 * https://developer.authorize.net/api/reference/features/webhooks.html. The library takes every event for a success, so only approved
 * ones count. Captures and refunds carry no reference of ours.
 */
function eventOf(body: unknown): WebhookEvent | undefined {
	const operation = operations[textAt(body, "eventType") ?? ""];
	const id = textAt(body, "notificationId");
	const reference = textAt(body, "payload", "merchantReferenceId");
	const transactionId = textAt(body, "payload", "id");
	if (operation === undefined || id === undefined || reference === undefined || transactionId === undefined)
		return undefined;
	if (at(body, "payload", "responseCode") !== 1) return undefined;
	return {
		id,
		reference,
		operation,
		processorTransactionId: transactionId,
		amountCents: centsOfDollars(textAt(body, "payload", "authAmount")),
	};
}
