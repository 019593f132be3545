import type { BookEntry } from "@cardseal/processor-kit";
import { adyen } from "../../src/connectors/adyen.ts";
import { createAdyen } from "../adyen.ts";
import { type FarSide, kindOf } from "../far-side.ts";
import { adyenSignature } from "../signatures.ts";

const operations: Readonly<Record<string, BookEntry["operation"]>> = {
	captures: "capture",
	refunds: "refund",
	cancels: "void",
};

interface Charge {
	amount: { value: number };
	additionalData?: { manualCapture?: string };
}

function chargeOf({ amount, additionalData }: Charge): BookEntry["operation"] {
	if (amount.value === 0) return "verification";
	return additionalData?.manualCapture === "true" ? "authorization" : "sale";
}

/** Modifications are received first; the simulator decides them at once, and a webhook tells the result. */
export function adyenFarSide(): FarSide {
	const account = {
		api_key: "AQEsimulated",
		merchant_account: "ShopECOM",
		live_prefix: "abc123-Shop",
		webhook_hmac_key: "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056",
	};
	const { api_key: apiKey, merchant_account: merchantAccount } = account;
	const { api, payments, failed } = createAdyen({ apiKey, merchantAccount });
	return {
		connector: adyen,
		api,
		account,
		testAccount: { ...account, environment: "test" },
		basePath: "/",
		kindOf: (request) => kindOf(request, "none"),
		entryOf({ request, text, status, answer }) {
			if (status !== 200 && status !== 201) return undefined;
			const sent = JSON.parse(text);
			const [, , , id = "", path = ""] = new URL(request.url).pathname.split("/");
			const operation = operations[path] ?? chargeOf(sent);
			const { amountCents: whole = 0, currency = sent.amount.currency } = payments.get(id) ?? {};
			const isDeclined = answer.resultCode === "Refused" || failed.has(answer.pspReference);
			const amountCents = operation === "void" ? whole : sent.amount.value;
			const reference = request.headers.get("idempotency-key") ?? "";
			return { reference, entry: { operation, result: isDeclined ? "declined" : "approved", amountCents, currency } };
		},
		distort(answer, fault) {
			if (fault === "other_amount") return { ...answer, amount: { ...answer.amount, value: 100_00 } };
			if (fault === "other_currency") return { ...answer, amount: { ...answer.amount, currency: "USD" } };
			if (fault === "other_reference") return { ...answer, merchantReference: "another" };
			return { ...answer, resultCode: "Astonished" };
		},
		decline(code, sent) {
			const { amount, reference: merchantReference } = JSON.parse(sent);
			const refusal = { resultCode: "Refused", refusalReason: "Refused", refusalReasonCode: code };
			return Response.json({ pspReference: "PSPDECLINED", merchantReference, amount, ...refusal });
		},
		refuse: (message) =>
			Response.json({ status: 422, errorCode: "702", message, errorType: "validation" }, { status: 422 }),
		// https://docs.adyen.com/development-resources/refusal-reasons
		declineCodes: {
			"2": "do_not_honour",
			"5": "lost_card",
			"6": "expired_card",
			"12": "insufficient_funds",
			"24": "incorrect_cvv",
		},
		outcomeWebhook(reference, signature) {
			const payment = [...payments.values()].find((one) => one.reference === reference);
			if (payment === undefined) throw new Error("Adyen has no payment of this reference.");
			const { id: pspReference, amountCents: value, currency } = payment;
			const signed = [pspReference, "", merchantAccount, reference, value, currency, "AUTHORISATION", "true"];
			const hmacSignature = signature === "empty" ? "" : adyenSignature(signed, account.webhook_hmac_key);
			const item = {
				...(signature !== "missing" && { additionalData: { hmacSignature } }),
				amount: { value, currency },
				eventCode: "AUTHORISATION",
				eventDate: "2026-11-23T10:00:00+01:00",
				merchantAccountCode: merchantAccount,
				merchantReference: reference,
				pspReference,
				reason: "",
				success: "true",
			};
			const text = JSON.stringify({ live: "false", notificationItems: [{ NotificationRequestItem: item }] });
			return { headers: { "content-type": "application/json" }, body: Buffer.from(text) };
		},
	};
}
