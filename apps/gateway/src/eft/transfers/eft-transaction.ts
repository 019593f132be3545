import type { Direction } from "../rails/rail.ts";

/**
 * What a wallet's transaction is: money asked of a customer, sent to a customer's bank account, deposited in the merchant's
 * own, or paid for another merchant's request.
 */
export const eftKinds = ["request", "send", "deposit", "payment"] as const;

export type EftKind = (typeof eftKinds)[number];

/** Whether it brings money into the wallet (credit) or takes money out of it (debit): rule S-25. */
export const eftTypes = ["EFT_CREDIT", "EFT_DEBIT"] as const;

export type EftType = (typeof eftTypes)[number];

export const eftResults = ["PENDING", "APPROVED", "DECLINED"] as const;

export type EftResult = (typeof eftResults)[number];

/** Which way the money of a kind goes, as the wallet sees it. */
export function eftTypeOf(kind: EftKind): EftType {
	return kind === "request" ? "EFT_CREDIT" : "EFT_DEBIT";
}

/** Which way a payment goes, as the bank account at its other end sees it: what leaves the wallet arrives there. */
export function directionOf(type: EftType): Direction {
	return type === "EFT_DEBIT" ? "credit" : "debit";
}
