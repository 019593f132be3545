import type { Card } from "@cardseal/vault";
import { detailsOf } from "../../customers/customer-details.ts";
import type { NewTransaction } from "../../payments/new-transaction.ts";
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
	return {
		transaction_id: given.transactionId,
		merchant_id: merchant.id,
		type: "sale",
		processor: given.processor,
		original_id: null,
		customer_lookup_id: customer.lookup_id,
		card_lookup_id: subscription.card_lookup_id,
		amount_cents: amountCents,
		currency: subscription.currency,
		captured: true,
		card_type: card.brand,
		card_suffix: card.suffix,
		card_expiry: card.expiry,
		channel: "RECURRING",
		user_id: null,
		...detailsOf(customer),
		email: subscription.email ?? customer.email,
		bcc_emails: subscription.bcc_emails ?? customer.bcc_emails,
		invoice_id: null,
		sending_receipt: subscription.send_receipt,
		test_mode: merchant.mode === "demo",
		is_guarded: false,
		created_at: given.now,
	};
}
