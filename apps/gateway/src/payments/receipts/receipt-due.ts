import type { Transaction } from "../tables.ts";
import type { TransactionType } from "../transaction.ts";

/** What moves money: a hold does not, and a void has none move. */
const typesWithReceipt = ["sale", "capture", "refund"] as const satisfies readonly TransactionType[];

export type ReceiptType = (typeof typesWithReceipt)[number];

/** Whether what a transaction does has receipts at all. */
export function hasReceipts(type: TransactionType): type is ReceiptType {
	return (typesWithReceipt as readonly TransactionType[]).includes(type);
}

/**
 * Whether a transaction has a receipt: money moved, the caller wants one, and there is somebody to write to. Pure. Whether the
 * merchant has receipts at all is asked when one is about to be sent.
 */
export function isReceiptDue({
	type,
	status,
	sending_receipt,
	email,
}: Pick<Transaction, "type" | "status" | "sending_receipt" | "email">): boolean {
	return hasReceipts(type) && status === "APPROVED" && sending_receipt && email !== null;
}
