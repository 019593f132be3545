/** What kind of request a transaction came from. */
export const transactionTypes = ["sale", "authorization", "capture", "refund", "void"] as const;

export type TransactionType = (typeof transactionTypes)[number];

/** Whether a transaction charges a card, or holds an amount on it; the others follow one that did. */
export function isCharge(type: TransactionType): type is "sale" | "authorization" {
	return type === "sale" || type === "authorization";
}

export const transactionStatuses = ["PENDING", "APPROVED", "DECLINED"] as const;

export type TransactionStatus = (typeof transactionStatuses)[number];
