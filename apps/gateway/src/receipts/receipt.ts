import type { Transaction } from "../db/schema.ts";

/** What a receipt tells, and whom. */
export interface Receipt extends ReceiptTransaction {
	/** How often it was taken up, this time included. */
	attempts: number;
	/** What stood in its way when it was taken up last, if anything did. */
	problem: string | null;
	/** The blind copies that were one too many for their address, by their places in `blindCopiesOf`. */
	copiesLeftOut: number[];
	merchantId: number;
	merchantName: string;
	/** IANA name. */
	timeZone: string;
	sendsReceipts: boolean;
	replyTo: string | null;
}

/** The part of a transaction that its receipt tells. */
export type ReceiptTransaction = Pick<
	Transaction,
	| "transaction_id"
	| "type"
	| "amount_cents"
	| "currency"
	| "card_type"
	| "card_suffix"
	| "email"
	| "bcc_emails"
	| "first_name"
	| "last_name"
	| "invoice_id"
	| "test_mode"
	| "created_at"
>;
