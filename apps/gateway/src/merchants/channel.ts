/** The channels of charges; every client credential belongs to one. */
export const channels = ["VT", "MOBILE", "TABLET_POS", "E_COMMERCE", "RECURRING", "INVOICE"] as const;

export type Channel = (typeof channels)[number];
