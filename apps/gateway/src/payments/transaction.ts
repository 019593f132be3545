/** What kind of request a transaction came from. */
export type TransactionType = "sale" | "authorization" | "capture" | "refund";

export const transactionStatuses = ["PENDING", "APPROVED", "DECLINED"] as const;

export type TransactionStatus = (typeof transactionStatuses)[number];
