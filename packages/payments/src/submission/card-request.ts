import { type CustomerDetails, payerOf } from "@cardseal/customers";
import { commerceOf, type Merchant } from "@cardseal/merchants";
import type { Authentication, Card, Operation, ProcessorRequest, StoredCredential } from "@cardseal/vault";
import type { NewTransaction } from "../transaction/new-transaction.ts";
import type { RequestDetails } from "./submit.ts";

export function cardRequest(
	{ operation, initiatedBy, card, storedCredential, merchant, ipAddress = null, authentication }: CardUse,
	transaction: Pick<NewTransaction, "channel" | "invoice_id" | "customer_lookup_id"> & CustomerDetails,
): RequestDetails<Extract<ProcessorRequest, { card: Card }>> {
	return {
		operation,
		initiatedBy,
		// A payer who pays what a subscription owes is there.
		commerce:
			initiatedBy === "cardholder" && transaction.channel === "RECURRING"
				? "ecommerce"
				: commerceOf(transaction.channel),
		storedCredential,
		card,
		payer: payerOf(transaction, ipAddress),
		payerReference: transaction.customer_lookup_id,
		statementText: merchant.statementText,
		invoiceId: transaction.invoice_id,
		authentication,
	};
}

interface CardUse {
	operation: Operation;
	initiatedBy: "cardholder" | "merchant";
	card: Card;
	storedCredential: StoredCredential | undefined;
	merchant: Pick<Merchant, "statementText">;
	ipAddress?: string | null | undefined;
	/** 3-D Secure; absent when the payer is not there. */
	authentication?: Authentication | undefined;
}
