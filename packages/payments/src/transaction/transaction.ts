import type { Modification } from "@cardseal/vault";

export const transactionTypes = ["sale", "authorization", "capture", "refund", "void"] as const;

export type TransactionType = (typeof transactionTypes)[number];

export function isCharge(type: TransactionType): type is "sale" | "authorization" {
	return type === "sale" || type === "authorization";
}

export const modificationWords = {
	capture: { done: "captured", declined: "Nothing was captured; the authorization is unchanged." },
	refund: { done: "refunded", declined: "Nothing was refunded." },
	void: { done: "voided", declined: "Nothing was voided." },
} as const satisfies Record<Modification, { done: string; declined: string }>;

/** Processors' events cannot always tell a sale from an authorization. */
export function reportedOperation(type: TransactionType): "charge" | Modification {
	return isCharge(type) ? "charge" : type;
}

export const transactionStatuses = ["PENDING", "APPROVED", "DECLINED"] as const;

export type TransactionStatus = (typeof transactionStatuses)[number];
