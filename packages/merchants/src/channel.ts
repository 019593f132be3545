import type { Commerce } from "@cardseal/vault";

export const channels = ["VT", "MOBILE", "TABLET_POS", "E_COMMERCE", "RECURRING", "INVOICE"] as const;

export type Channel = (typeof channels)[number];

/** Payers tell staff their card by mail or telephone in the virtual terminal. */
export function commerceOf(channel: Channel): Commerce {
	if (channel === "RECURRING") return "recurring";
	return channel === "VT" ? "moto" : "ecommerce";
}
