/** Through which of the merchant's doors a charge comes: every client credential belongs to one. */
export const channels = ["VT", "MOBILE", "TABLET_POS", "E_COMMERCE", "RECURRING", "INVOICE"] as const;

export type Channel = (typeof channels)[number];
