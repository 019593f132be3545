import { type CustomerDetails, detailsOf } from "@cardseal/customers";
import type { Merchant, TransactionChannel } from "@cardseal/merchants";
import type { Metadata } from "@cardseal/platform/metadata";
import type { Purpose } from "@cardseal/vault";
import type { AnswerColumn, Transaction } from "../tables.ts";
import type { unmodified } from "./reservations.store.ts";

export type NewTransaction = Omit<
	Transaction,
	"id" | "status" | "message" | "decided_at" | AnswerColumn | keyof typeof unmodified
>;

export interface TransactionOrigin {
	transactionId: string;
	processor: string;
	/** `null` at the demo processor. */
	processorAccount: string | null;
	/** Business time, ms since 1970. */
	now: number;
	initiator: { merchant: Pick<Merchant, "id" | "mode">; channel: TransactionChannel; userId: number | null };
}

export interface TransactionContent {
	type: Transaction["type"];
	amountCents: number;
	parts?: { taxCents: number | null; tipCents: number | null };
	currency: string;
	card: { brand: string; suffix: string; expiry: string };
	customerLookupId: string | null;
	cardLookupId: string | null;
	subscriptionLookupId: string | null;
	details: CustomerDetails;
	invoiceId: string | null;
	metadata: Metadata | null;
	/** Absent for a modification. */
	initiated?: { by: "cardholder" | "merchant"; purpose: Purpose | null };
	isReceiptWanted: boolean;
	/** Required for a modification. */
	original?: Pick<Transaction, "transaction_id" | "test_mode">;
	/** `true` if a payer could be testing cards. */
	isProtected: boolean;
}

export function planTransaction(
	{ transactionId, processor, processorAccount, now, initiator }: TransactionOrigin,
	content: TransactionContent,
): NewTransaction {
	const { merchant, channel, userId } = initiator;
	const { type, card, original } = content;
	return {
		transaction_id: transactionId,
		merchant_id: merchant.id,
		type,
		processor,
		processor_account: processorAccount,
		original_id: original?.transaction_id ?? null,
		customer_lookup_id: content.customerLookupId,
		card_lookup_id: content.cardLookupId,
		subscription_lookup_id: content.subscriptionLookupId,
		amount_cents: content.amountCents,
		amount_tax_cents: content.parts?.taxCents ?? null,
		amount_tip_cents: content.parts?.tipCents ?? null,
		currency: content.currency,
		captured: type === "sale" || type === "capture",
		card_type: card.brand,
		card_suffix: card.suffix,
		card_expiry: card.expiry,
		channel,
		initiated_by: content.initiated?.by ?? null,
		purpose: content.initiated?.purpose ?? null,
		user_id: userId,
		...content.details,
		invoice_id: content.invoiceId,
		metadata: content.metadata,
		sending_receipt: content.isReceiptWanted,
		test_mode: original?.test_mode ?? merchant.mode === "demo",
		is_protected: content.isProtected,
		created_at: now,
	};
}

/** One of the whole amount has the original's tax and tip; of another amount they are not known. */
export function planModification(
	origin: TransactionOrigin,
	original: Transaction,
	content: Pick<TransactionContent, "type" | "amountCents" | "metadata" | "isReceiptWanted">,
): NewTransaction {
	const { amount_cents: wholeCents, amount_tax_cents: taxCents, amount_tip_cents: tipCents } = original;
	return planTransaction(origin, {
		...content,
		...(content.amountCents === wholeCents && { parts: { taxCents, tipCents } }),
		original,
		currency: original.currency,
		card: { brand: original.card_type, suffix: original.card_suffix, expiry: original.card_expiry },
		customerLookupId: original.customer_lookup_id,
		cardLookupId: original.card_lookup_id,
		subscriptionLookupId: original.subscription_lookup_id,
		details: detailsOf(original),
		invoiceId: original.invoice_id,
		isProtected: false,
	});
}
