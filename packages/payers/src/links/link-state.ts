import type { Transaction } from "@cardseal/payments";
import type { PaymentLink } from "../tables.ts";

/** `at_bank`: paid from a bank account that the payer named, once the money comes. */
export type LinkState = "payable" | "deciding" | "at_bank" | "paid" | "expired" | "canceled";

export interface LinkFacts {
	link: Pick<PaymentLink, "status" | "expires_at" | "subscription_lookup_id">;
	/** The last attempt by card, or the first payment of a subscription. */
	payment: Pick<Transaction, "status"> | undefined;
	/** The request on the bank's page. */
	bank: "open" | "accepted" | "paid" | "ended" | undefined;
	/** The plan of the link was deleted. */
	isPlanGone: boolean;
	/** Business time, ms since 1970. */
	now: number;
}

const ends = { PAID: "paid", EXPIRED: "expired", CANCELED: "canceled" } as const;

/** A payment that was just approved, or a day that has just ended, may not have ended its link yet. */
export function stateOf({ link, payment, bank, isPlanGone, now }: LinkFacts): LinkState {
	if (link.status !== "OPEN") return ends[link.status];
	if (payment?.status === "APPROVED" || bank === "paid") return "paid";
	if (payment?.status === "PENDING") return "deciding";
	if (bank === "accepted") return "at_bank";
	if (link.subscription_lookup_id !== null) return "deciding";
	if (isPlanGone) return "canceled";
	return link.expires_at <= now ? "expired" : "payable";
}
