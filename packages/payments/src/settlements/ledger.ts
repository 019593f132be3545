import type { SettlementEvent, SettlementItem } from "@cardseal/vault";

/**
 * A charge posts nothing: a processor's debt for it is read from `transactions`, and `card_receivable` holds
 * what was paid of it, below zero. `disputed` is money withdrawn for an open dispute.
 */
export type CardAccount = "bank" | "fees" | "card_receivable" | "disputed" | "dispute_losses" | "adjustments";

export type CardPostingReason = "settlement" | "dispute_lost" | "dispute_regained";

/** Whole cents; a posting's entries sum to zero. */
export interface CardEntry {
	account: CardAccount;
	cents: number;
}

const accountOf: Record<SettlementItem["kind"], CardAccount> = {
	payment: "card_receivable",
	refund: "card_receivable",
	dispute: "disputed",
	dispute_reversal: "disputed",
	fee: "fees",
	adjustment: "adjustments",
};

export function planSettlement({ netCents, items }: Pick<SettlementEvent, "netCents" | "items">): CardEntry[] {
	const sums = new Map<CardAccount, number>([["bank", netCents]]);
	const add = (account: CardAccount, cents: number) => sums.set(account, (sums.get(account) ?? 0) + cents);
	for (const { kind, amountCents, feeCents } of items) {
		add(accountOf[kind], -amountCents);
		add("fees", feeCents);
	}
	return [...sums].map(([account, cents]) => ({ account, cents })).filter(({ cents }) => cents !== 0);
}

export function planLoss(amountCents: number, isLost: boolean): CardEntry[] {
	const cents = isLost ? amountCents : -amountCents;
	return [
		{ account: "disputed", cents: -cents },
		{ account: "dispute_losses", cents },
	];
}
