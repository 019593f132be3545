import type { Transaction } from "../tables.ts";
import type { TransactionType } from "../transaction/transaction.ts";

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
export function typeWithReceipt({ type }: Pick<Transaction, "type">): ReceiptType {
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
