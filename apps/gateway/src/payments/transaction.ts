/** What kind of request a transaction came from. */
export const transactionTypes = ["sale", "authorization", "capture", "refund", "void"] as const;

export type TransactionType = (typeof transactionTypes)[number];

export const transactionStatuses = ["PENDING", "APPROVED", "DECLINED"] as const;

export type TransactionStatus = (typeof transactionStatuses)[number];
