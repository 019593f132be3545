import type { Transaction } from "../tables.ts";

/** What a receipt tells, and whom. */
export interface Receipt extends ReceiptTransaction {
	email: string;
	merchantId: number;
	merchantName: string;
	/** IANA name. */
	timeZone: string;
	replyTo: string | null;
	/** What the subscription that was paid is for, in its merchant's words. */
	description: string | null;
}

/** The part of a transaction that its receipt tells. */
type ReceiptTransaction = Pick<
	Transaction,
	| "transaction_id"
	| "type"
	| "amount_cents"
	| "currency"
	| "card_type"
	| "card_suffix"
	| "bcc_emails"
	| "first_name"
	| "last_name"
	| "invoice_id"
	| "test_mode"
	| "created_at"
>;
