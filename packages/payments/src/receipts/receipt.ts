import type { MailSender } from "@cardseal/platform/mail";
import type { Transaction } from "../tables.ts";
import type { TransactionType } from "../transaction/transaction.ts";

export interface Receipt extends ReceiptTransaction, MailSender {
	/** `null` for a receipt to blind copies alone. */
	email: string | null;
	/** The description of the renewed subscription. */
	description: string | null;
	/** The merchant's, as they are now. */
	tax_numbers: { label: string; number: string }[];
	logo: { content_hash: string; width: number; height: number } | null;
}

/** As its page shows it, which may be later than the mail. */
export type ShownReceipt = Receipt & { isVoided: boolean; isCaptured: boolean };

type ReceiptTransaction = Pick<
	Transaction,
	| "transaction_id"
	| "type"
	| "amount_cents"
	| "amount_tax_cents"
	| "amount_tip_cents"
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

/** @throws when the transaction has no receipt */
export function typeWithReceipt({ type }: Pick<Receipt, "type">): ReceiptType {
	if (!hasReceipts(type)) throw new Error("There is no receipt for this transaction.");
	return type;
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
