/** What kind of request a transaction came from. */
export type TransactionType = "sale" | "authorization" | "capture" | "refund";

export type TransactionStatus = "PENDING" | "APPROVED" | "DECLINED";

/** Through which of the merchant's doors a charge came. */
export const channels = ["VT", "MOBILE", "TABLET_POS", "E_COMMERCE", "RECURRING", "INVOICE"] as const;

export type Channel = (typeof channels)[number];
