import {
	type AccountSecrets,
	type OutcomeEvent,
	type ProcessorEvent,
	WebhookRefused,
	type WebhookRequest,
} from "@cardseal/vault";
import { jsonOf } from "@cardseal/vault/processors";
import { z } from "zod";
import { approvalOf, declineOf } from "./answers.ts";
import type { AdyenApi } from "./api.ts";
import { disputeEventOf, isDisputeEvent } from "./disputes.ts";
import { type Item, itemSchema } from "./item.ts";
import { validator } from "./library.ts";
import { isSettlementReport, settlementEventsOf } from "./settlements.ts";

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
): Promise<ProcessorEvent[]> {
	if (!key) throw new WebhookRefused("The account has no HMAC key, so webhooks are not read.");
	const read = bodySchema.safeParse(jsonOf(Buffer.from(body).toString()));
	if (!read.success) throw new WebhookRefused("The webhook's form is wrong.");
	const items = read.data.notificationItems.map(({ NotificationRequestItem: item }) => checkedItem(item, key));
	// A webhook of the company has the events of its other merchant accounts.
	const ours = items.filter(({ merchantAccountCode }) => merchantAccountCode === merchantAccount);
	const processorEvents: ProcessorEvent[] = [];
	for (const item of ours) processorEvents.push(...(await processorEventsOf(item, api)));
	return processorEvents;
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

async function processorEventsOf(item: Item, api: AdyenApi): Promise<ProcessorEvent[]> {
	if (item.merchantReference.endsWith(cleanupSuffix) || isVerification(item)) return [];
	if (isDisputeEvent(item)) return [disputeEventOf(item)];
	if (item.eventCode === "REPORT_AVAILABLE") {
		return item.success && isSettlementReport(item.pspReference) ? settlementEventsOf(item, api) : [];
	}
	const processorEvent = outcomeEventOf(item);
	return processorEvent === undefined
		? []
		: [{ id: `${item.pspReference}-${item.eventCode}-${item.success}`, ...processorEvent }];
}

/** A card's verification is not a transaction, and its answer decided it. */
const isVerification = ({ eventCode, amount }: Item) => eventCode === "AUTHORISATION" && amount.value === 0;

type Told = readonly [operation: OutcomeEvent["operation"], isFailure?: "failed"];

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

function outcomeEventOf(item: Item): OutcomeEvent | undefined {
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
