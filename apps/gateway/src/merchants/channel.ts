import type { Commerce } from "@cardseal/vault";

/** The channels of charges; every client credential belongs to one. */
export const channels = ["VT", "MOBILE", "TABLET_POS", "E_COMMERCE", "RECURRING", "INVOICE"] as const;

export type Channel = (typeof channels)[number];

/** Returns what processors call a channel. Payers tell staff their card by mail or telephone in the virtual terminal. */
export function commerceOf(channel: Channel): Commerce {
	if (channel === "RECURRING") return "recurring";
	return channel === "VT" ? "moto" : "ecommerce";
}
