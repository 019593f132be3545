import type { BookEntry } from "@cardseal/processor-kit";
import { authorizedotnet } from "../../src/connectors/authorizedotnet.ts";
import { createAuthorizedotnet } from "../authorizedotnet.ts";
import type { FarSide } from "../far-side.ts";
import { authorizedotnetSignature } from "../signatures.ts";

const operations: Readonly<Record<string, BookEntry["operation"]>> = {
	authCaptureTransaction: "sale",
	authOnlyTransaction: "authorization",
	priorAuthCaptureTransaction: "capture",
	refundTransaction: "refund",
	voidTransaction: "void",
};

const currency = "USD";

export function authorizedotnetFarSide(): FarSide {
	const account = { login_id: "5KP3simul", transaction_key: "346HZsimulated", signature_key: "C0FFEE0123456789" };
	const { login_id: loginId, transaction_key: transactionKey } = account;
	const { api, payments } = createAuthorizedotnet({ loginId, transactionKey });

	function requestOf(body: string) {
		const { refId, transactionRequest } = JSON.parse(body).createTransactionRequest;
		const { transactionType, refTransId = "", amount } = transactionRequest;
		const amountCents = amount === undefined ? payments.get(refTransId)?.amountCents : Math.round(amount * 100);
		const operation = amountCents === 0 ? "verification" : operations[transactionType];
		if (operation === undefined) throw new Error(`Unknown type ${transactionType}.`);
		return { refId, refTransId, operation, amountCents: amountCents ?? 0 };
	}

	return {
		connector: authorizedotnet,
		api,
		account,
		testAccount: { ...account, environment: "test" },
		basePath: "/xml/v1/request.api",
		kindOf(_, body) {
			const { getTransactionDetailsRequest: details } = JSON.parse(body);
			if (details === undefined) return "submit";
			return details.transId === "1" ? "account" : "inquire";
		},
		entryOf({ text, answer }, noted) {
			const code = answer.transactionResponse?.responseCode;
			if (code !== "1" && code !== "2") return undefined;
			const { refId, refTransId, operation, amountCents } = requestOf(text);
			const reference = noted.get(`${operation} ${refTransId}`) ?? refId;
			return { reference, entry: { operation, result: code === "1" ? "approved" : "declined", amountCents, currency } };
		},
		distort(answer, fault) {
			if (fault === "other_reference") return { ...answer, refId: "another" };
			return { ...answer, transactionResponse: { ...answer.transactionResponse, responseCode: "9" } };
		},
		decline(code, sent) {
			const errors = [{ errorCode: code, errorText: "This transaction has been declined." }];
			const message = [{ code: "E00027", text: "The transaction was unsuccessful." }];
			const result = {
				responseCode: "2",
				transId: "6999999",
				refTransID: "",
				transHash: "",
				accountNumber: "XXXX0005",
			};
			return Response.json({
				transactionResponse: { ...result, authCode: "", avsResultCode: "P", cvvResultCode: "P", errors },
				refId: requestOf(sent).refId,
				messages: { resultCode: "Error", message },
			});
		},
		refuse: (message) =>
			Response.json(
				{ messages: { resultCode: "Error", message: [{ code: "E00003", text: message }] } },
				{ status: 400 },
			),
		// https://developer.authorize.net/api/reference/responseCodes.html
		declineCodes: {
			"2": "do_not_honour",
			"4": "lost_card",
			"8": "expired_card",
			"65": "incorrect_cvv",
		},
		currency,
		outcomeWebhook(reference, signature) {
			const payment = [...payments.values()].find((one) => one.reference === reference);
			if (payment === undefined) throw new Error("Authorize.net has no payment of this reference.");
			const { id, amountCents } = payment;
			const approval = { responseCode: 1, authCode: "HW617E", avsResponse: "Y", authAmount: amountCents / 100 };
			const text = JSON.stringify({
				notificationId: `n${id}`,
				eventType: "net.authorize.payment.authcapture.created",
				eventDate: "2026-11-23T10:00:00Z",
				webhookId: "w1",
				payload: { ...approval, entityName: "transaction", id, merchantReferenceId: reference },
			});
			const signed = signature === "empty" ? "" : authorizedotnetSignature(text, account.signature_key);
			const headers = {
				"content-type": "application/json",
				...(signature !== "missing" && { "x-anet-signature": signed }),
			};
			return { headers, body: Buffer.from(text) };
		},
	};
}
