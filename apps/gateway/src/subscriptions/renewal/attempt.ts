import type { Card } from "@cardseal/vault";
import { detailsOf } from "../../customers/customer-details.ts";
import { createTransaction, type NewTransaction } from "../../payments/new-transaction.ts";
import type { RenewalStep } from "../lifecycle.ts";
import type { Due } from "./due-renewals.store.ts";

/**
 * The charge of a period as it is written down. Nobody is there to type a security code, and no address to be guarded
 * against (rule S-18): the payer agreed when the card was stored. Pure.
 */
export function planRenewalCharge(
	{ subscription, customer, merchant }: Pick<Due, "subscription" | "customer" | "merchant">,
	{ amountCents }: Pick<RenewalStep, "amountCents">,
	card: Pick<Card, "brand" | "suffix" | "expiry">,
	given: { transactionId: string; processor: string; now: number },
): NewTransaction {
	const initiator = { merchant, channel: "RECURRING", userId: null } as const;
	return createTransaction(
		{ ...given, initiator },
		{
			type: "sale",
			amountCents,
			currency: subscription.currency,
			card,
			customerId: customer.lookup_id,
			cardId: subscription.card_lookup_id,
			details: {
				...detailsOf(customer),
				email: subscription.email ?? customer.email,
				bcc_emails: subscription.bcc_emails ?? customer.bcc_emails,
			},
			invoiceId: null,
			isReceiptWanted: subscription.send_receipt,
			isProtected: false,
		},
	);
}
