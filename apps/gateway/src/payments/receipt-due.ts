import type { Transaction } from "../db/schema.ts";
import type { TransactionType } from "./transaction.ts";

/** What moves money: a hold does not, and a void has none move. */
const typesWithReceipt: readonly TransactionType[] = ["sale", "capture", "refund"];

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
	return typesWithReceipt.includes(type) && status === "APPROVED" && sending_receipt && email !== null;
}
