import type { MailSender } from "@cardseal/platform/mail";
import type { Transaction } from "../tables.ts";
import type { TransactionType } from "../transaction/transaction.ts";

export interface Receipt extends ReceiptTransaction, MailSender {
	/** `null` for a receipt to blind copies alone. */
	email: string | null;
	/** The description of the renewed subscription. */
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

/** Returns the outbox reference of a repeated receipt. */
export function againReference(transactionId: string, copy: string): string {
	return `${transactionId}.${copy}`;
}

export function readAgainReference(reference: string): { transactionId: string; copy: string } {
	const [transactionId = "", copy = ""] = reference.split(".");
	return { transactionId, copy };
}

export type ReceiptType = Exclude<TransactionType, "void">;

export function hasReceipts(type: TransactionType): type is ReceiptType {
	return type !== "void";
}

/** The merchant's setting is read when the receipt is sent. */
export function isReceiptDue({
	type,
	status,
	sending_receipt,
	email,
	bcc_emails,
}: Pick<Transaction, "type" | "status" | "sending_receipt" | "email" | "bcc_emails">): boolean {
	const hasRecipient = email !== null || bcc_emails !== null;
	return hasReceipts(type) && status === "APPROVED" && sending_receipt && hasRecipient;
}
