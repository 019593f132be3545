/** What kind of request a transaction came from. */
export type TransactionType = "sale" | "authorization" | "capture" | "refund";

export const transactionStatuses = ["PENDING", "APPROVED", "DECLINED"] as const;

export type TransactionStatus = (typeof transactionStatuses)[number];

/** Through which of the merchant's doors a charge came. */
export const channels = ["VT", "MOBILE", "TABLET_POS", "E_COMMERCE", "RECURRING", "INVOICE"] as const;

export type Channel = (typeof channels)[number];
