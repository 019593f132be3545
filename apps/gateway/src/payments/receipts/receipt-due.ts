import type { Transaction } from "../tables.ts";
import type { TransactionType } from "../transaction/transaction.ts";

const typesWithReceipt = ["sale", "authorization", "capture", "refund"] as const satisfies readonly TransactionType[];

export type ReceiptType = (typeof typesWithReceipt)[number];

export function hasReceipts(type: TransactionType): type is ReceiptType {
	return (typesWithReceipt as readonly TransactionType[]).includes(type);
}

/** Tells whether a transaction queues a receipt. Pure. The merchant's own switch is read when the receipt is sent. */
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
