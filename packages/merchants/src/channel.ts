import type { Commerce } from "@cardseal/vault";

export const channels = ["VT", "MOBILE", "TABLET_POS", "E_COMMERCE", "RECURRING", "INVOICE"] as const;

export type Channel = (typeof channels)[number];

/** `PROCESSOR`: made in the dashboard of the processor. */
export const transactionChannels = [...channels, "PROCESSOR"] as const;

export type TransactionChannel = (typeof transactionChannels)[number];

/** Payers tell staff their card by mail or telephone in the virtual terminal. */
export function commerceOf(channel: TransactionChannel): Commerce {
	if (channel === "RECURRING") return "recurring";
	return channel === "VT" ? "moto" : "ecommerce";
}
