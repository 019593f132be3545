/**
 * The accounts of the ledger. `wallet` is a merchant's money; `owed` is below zero after an advance to its wallet. `rail`
 * stands for the banks, and `opening` is the source of a demo wallet's first balance.
 */
export type Account = "wallet" | "owed" | "rail" | "opening";

/**
 * The reason for a posting. A `payment` moves a transaction's amount, and a `return` reverses it. An `advance` covers a
 * return that exceeds the available balance, and a `repayment` pays the advance back.
 */
export type PostingReason = "opening" | "payment" | "return" | "advance" | "repayment";

/** One line of a posting: positive when the account gains. The entries of a posting sum to zero. */
export interface Entry {
	merchantId: number;
	account: Account;
	/** Whole cents, never 0. */
	cents: number;
}

/** A wallet's balances in whole cents, never negative. */
export interface Wallet {
	/** Everything in the wallet, including held and uncleared funds. */
	actualCents: number;
	/** Funds reserved for outgoing payments. */
	heldCents: number;
	/** Incoming funds that the bank may still return. */
	unclearedCents: number;
	/** Advances that are not repaid yet. */
	owedCents: number;
}

/** The opening balance of a demo merchant's wallet: $1,000.00. */
export const demoOpeningCents = 100_000;

/** Returns the amount that can be sent, withdrawn or paid. */
export function availableCents({ actualCents, heldCents, unclearedCents }: Wallet): number {
	return actualCents - heldCents - unclearedCents;
}

/** Adds signed amounts to the balances of a wallet. */
export function adjustBalances(wallet: Wallet, by: Partial<Wallet>): Wallet {
	return {
		actualCents: wallet.actualCents + (by.actualCents ?? 0),
		heldCents: wallet.heldCents + (by.heldCents ?? 0),
		unclearedCents: wallet.unclearedCents + (by.unclearedCents ?? 0),
		owedCents: wallet.owedCents + (by.owedCents ?? 0),
	};
}

export interface Rebalanced {
	wallet: Wallet;
	posting: { reason: "advance" | "repayment"; cents: number } | undefined;
}

/**
 * Plans the posting after funds moved. A negative available balance is covered by an advance; a positive one repays
 * earlier advances first. So no balance is negative, and the ledger shows what the merchant owes.
 */
export function rebalance(wallet: Wallet): Rebalanced {
	const available = availableCents(wallet);
	// Positive: an advance. Negative: a repayment.
	const advanceCents = available < 0 ? -available : 0 - Math.min(available, wallet.owedCents);
	if (advanceCents === 0) return { wallet, posting: undefined };
	return {
		wallet: adjustBalances(wallet, { actualCents: advanceCents, owedCents: advanceCents }),
		posting: { reason: advanceCents > 0 ? "advance" : "repayment", cents: Math.abs(advanceCents) },
	};
}

/** Returns the entries that undo these. */
export function reverseEntries(entries: Entry[]): Entry[] {
	return entries.map((entry) => ({ ...entry, cents: -entry.cents }));
}

/** Sums the wallet entries of a posting by merchant. */
export function walletChanges(entries: Entry[]): Map<number, number> {
	const changes = new Map<number, number>();
	for (const { merchantId, account, cents } of entries) {
		if (account === "wallet") changes.set(merchantId, (changes.get(merchantId) ?? 0) + cents);
	}
	return changes;
}
