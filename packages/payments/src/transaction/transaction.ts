import type { Modification } from "@cardseal/vault";

export const transactionTypes = ["sale", "authorization", "capture", "refund", "void"] as const;

export type TransactionType = (typeof transactionTypes)[number];

export function isCharge(type: TransactionType): type is "sale" | "authorization" {
	return type === "sale" || type === "authorization";
}

/** Processors' events cannot always tell a sale from an authorization. */
export function noticeOperation(type: TransactionType): "charge" | Modification {
	return isCharge(type) ? "charge" : type;
}

export const transactionStatuses = ["PENDING", "APPROVED", "DECLINED"] as const;

export type TransactionStatus = (typeof transactionStatuses)[number];
