import type { MailSender } from "../../mail/mail-sender.store.ts";
import type { Transaction } from "../tables.ts";

/** The content of a receipt, and its recipient. */
export interface Receipt extends ReceiptTransaction, MailSender {
	/** `null` for a receipt to blind copies alone. */
	email: string | null;
	/** The description of the subscription that was paid. */
	description: string | null;
}

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
	| "language"
	| "country"
	| "province"
	| "test_mode"
	| "created_at"
>;

/** Returns the outbox reference of a receipt that is sent again. `copy` tells its mail from the first one. */
export function againReference(transactionId: string, copy: string): string {
	return `${transactionId}.${copy}`;
}

/** Parses the reference of `againReference`. */
export function readAgainReference(reference: string): { transactionId: string; copy: string } {
	const [transactionId = "", copy = ""] = reference.split(".");
	return { transactionId, copy };
}
