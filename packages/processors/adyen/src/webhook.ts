import {
	type AccountSecrets,
	type Notice,
	type OutcomeNotice,
	WebhookRefused,
	type WebhookRequest,
} from "@cardseal/vault";
import { jsonOf } from "@cardseal/vault/processors";
import { z } from "zod";
import { approvalOf, declineOf } from "./answers.ts";
import type { AdyenApi } from "./api.ts";
import { disputeNoticeOf, isDisputeEvent } from "./disputes.ts";
import { type Item, itemSchema } from "./item.ts";
import { validator } from "./library.ts";
import { isSettlementReport, settlementNoticesOf } from "./settlements.ts";

/** Adyen sends one; six at most where it collects them. */
const maximumItems = 6;

const bodySchema = z.object({
	notificationItems: z
		.array(z.object({ NotificationRequestItem: z.record(z.string(), z.unknown()) }))
		.min(1)
		.max(maximumItems),
});

/** @throws WebhookRefused when any item has a wrong form or signature */
export async function readWebhook(
	{ body }: WebhookRequest,
	{ webhook_hmac_key: key, merchant_account: merchantAccount }: AccountSecrets,
	api: AdyenApi,
): Promise<Notice[]> {
	if (!key) throw new WebhookRefused("The account has no HMAC key, so webhooks are not read.");
	const read = bodySchema.safeParse(jsonOf(Buffer.from(body).toString()));
	if (!read.success) throw new WebhookRefused("The webhook's form is wrong.");
	const items = read.data.notificationItems.map(({ NotificationRequestItem: item }) => checkedItem(item, key));
	// A webhook of the company has the events of its other merchant accounts.
	const ours = items.filter(({ merchantAccountCode }) => merchantAccountCode === merchantAccount);
	const notices: Notice[] = [];
	for (const item of ours) notices.push(...(await noticesOf(item, api)));
	return notices;
}

function checkedItem(raw: Record<string, unknown>, key: string): Item {
	const item = itemSchema.safeParse(raw);
	if (!item.success) throw new WebhookRefused("The webhook's form is wrong.");
	if (!isSigned(raw, key)) throw new WebhookRefused("The webhook's signature is wrong.");
	return item.data;
}

/** https://docs.adyen.com/development-resources/webhooks/verify-hmac-signatures */
function isSigned(raw: Record<string, unknown>, key: string): boolean {
	try {
		return validator.validateHMAC(raw as never, key);
	} catch {
		return false;
	}
}

/** Ends the reference of a cancellation that the adapter makes itself. */
export const cleanupSuffix = "-cancel";

async function noticesOf(item: Item, api: AdyenApi): Promise<Notice[]> {
	if (item.merchantReference.endsWith(cleanupSuffix) || isVerification(item)) return [];
	if (isDisputeEvent(item)) return [disputeNoticeOf(item)];
	if (item.eventCode === "REPORT_AVAILABLE") {
		return item.success && isSettlementReport(item.pspReference) ? settlementNoticesOf(item, api) : [];
	}
	const notice = outcomeNoticeOf(item);
	return notice === undefined ? [] : [{ id: `${item.pspReference}-${item.eventCode}-${item.success}`, ...notice }];
}

/** A card's verification is not a transaction, and its answer decided it. */
const isVerification = ({ eventCode, amount }: Item) => eventCode === "AUTHORISATION" && amount.value === 0;

type Told = readonly [operation: OutcomeNotice["operation"], isFailure?: "failed"];

/**
 * A failed event comes after an earlier success: the network refused the capture or refund, or gave it back. A reversal voids a
 * sale. The adapter sends no technical cancellation but its own, whose event names the payment.
 */
const outcomeEvents: Readonly<Record<string, Told>> = {
	AUTHORISATION: ["charge"],
	CAPTURE: ["capture"],
	CAPTURE_FAILED: ["capture", "failed"],
	REFUND: ["refund"],
	REFUND_FAILED: ["refund", "failed"],
	REFUNDED_REVERSED: ["refund", "failed"],
	CANCELLATION: ["void"],
	CANCEL_OR_REFUND: ["void"],
};

function outcomeNoticeOf(item: Item): OutcomeNotice | undefined {
	const { merchantReference: reference, originalReference, pspReference, additionalData, amount } = item;
	const [operation, failed] = outcomeEvents[item.eventCode] ?? [];
	if (operation === undefined || reference === "") return undefined;
	const processorTransactionId = operation === "capture" && originalReference !== "" ? originalReference : pspReference;
	// The amount of a void is that of the payment, or none.
	const money = operation === "void" ? {} : { amountCents: amount.value, currency: amount.currency };
	const common = { processorTransactionId, ...money };
	if (item.success && failed === undefined) {
		// Such as "064199:1111:03/2030".
		const authCode = operation === "charge" ? /^(\w+):\d{4}:/.exec(item.reason ?? "")?.[1] : undefined;
		const outcome = { ...approvalOf({ authCode, ...additionalData }), ...common };
		return { kind: "outcome", reference, operation, outcome };
	}
	const words = item.reason || "Refused";
	if (operation === "charge") {
		const code = additionalData.refusalReasonCode;
		const declined = declineOf({ code: typeof code === "string" ? code : undefined, words, additionalData });
		return { kind: "outcome", reference, operation, outcome: { ...declined, ...common } };
	}
	const refusal = { result: "declined", declineClass: "hard", declineCode: "not_permitted", message: words } as const;
	return { kind: "outcome", reference, operation, outcome: { ...refusal, ...common } };
}
