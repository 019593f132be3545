import { createHmac } from "node:crypto";
import type { WebhookRequest } from "@cardseal/vault";
import type { Books } from "./books.ts";

export interface Item {
	eventCode: string;
	pspReference: string;
	merchantReference: string;
	originalReference?: string;
	success?: boolean;
	reason?: string;
	amount?: { value: number; currency: string };
	merchantAccountCode?: string;
	additionalData?: Record<string, string>;
}

export interface Sender {
	merchantAccount: string;
	hmacKey: string;
	now: () => number;
}

/** https://docs.adyen.com/development-resources/webhooks/verify-hmac-signatures */
export function webhookOf(
	items: readonly Item[],
	{ merchantAccount, hmacKey, now }: Sender,
	signature?: "missing" | "empty",
): WebhookRequest {
	const signed = items.map((item) => {
		const { success = true, amount = { value: 0, currency: "EUR" }, merchantAccountCode = merchantAccount } = item;
		const { pspReference, originalReference = "", merchantReference, eventCode } = item;
		const fields = [pspReference, originalReference, merchantAccountCode, merchantReference];
		const text = [...fields, amount.value, amount.currency, eventCode, success].join(":");
		const right = createHmac("sha256", Buffer.from(hmacKey, "hex")).update(text).digest("base64");
		const hmacSignature = signature === "empty" ? "" : right;
		const additionalData = { ...item.additionalData, ...(signature !== "missing" && { hmacSignature }) };
		const eventDate = new Date(now()).toISOString();
		const told = { reason: "", ...item, additionalData, amount, eventDate, merchantAccountCode, success: `${success}` };
		return { NotificationRequestItem: told };
	});
	const text = JSON.stringify({ live: "true", notificationItems: signed });
	return { headers: { "content-type": "application/json" }, body: Buffer.from(text) };
}

const codes = { captures: "CAPTURE", refunds: "REFUND", cancels: "CANCELLATION", reversals: "CANCEL_OR_REFUND" };

/** The event of a payment or modification. */
export function itemAbout(reference: string, { payments, modifications }: Books): Item {
	const payment = payments.find((one) => one.reference === reference);
	if (payment !== undefined) {
		const { pspReference, amountCents: value, currency, result, refusalReason, suffix, authenticationData } = payment;
		const success = result === "approved";
		const reason = success ? `065696:${suffix}:8/2041` : (refusalReason ?? "");
		const amount = { value, currency };
		return {
			eventCode: "AUTHORISATION",
			pspReference,
			merchantReference: reference,
			success,
			reason,
			amount,
			additionalData: authenticationData,
		};
	}
	const modification = modifications.find((one) => one.reference === reference);
	if (modification === undefined) throw new Error("Adyen has nothing of this reference.");
	const { path, pspReference, amountCents: value, currency, failure } = modification;
	return {
		eventCode: codes[path],
		pspReference,
		merchantReference: reference,
		originalReference: modification.payment.pspReference,
		success: failure === undefined,
		reason: failure ?? "",
		amount: { value, currency },
	};
}
