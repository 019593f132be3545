/** `owed` is below zero after an advance; `rail` represents the banks. */
export type Account = "wallet" | "owed" | "rail" | "opening";

/** An `advance` covers a return above the available balance; a `repayment` pays it back. */
export type PostingReason = "opening" | "payment" | "return" | "advance" | "repayment";

/** A posting's entries sum to zero; gains are positive. */
export interface Entry {
	merchantId: number;
	account: Account;
	/** Whole cents, never 0. */
	cents: number;
}

/** Balances in whole cents, never negative. */
export interface Wallet {
	/** Includes held and uncleared funds. */
	actualCents: number;
	/** Funds reserved for outgoing payments. */
	heldCents: number;
	/** Incoming funds that the bank may still return. */
	unclearedCents: number;
	/** Advances that are not repaid yet. */
	owedCents: number;
}

export const demoOpeningCents = 100_000;

export function availableCents({ actualCents, heldCents, unclearedCents }: Wallet): number {
	return actualCents - heldCents - unclearedCents;
}

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

/** Covers a negative available balance, or repays advances. */
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

export function reverseEntries(entries: Entry[]): Entry[] {
	return entries.map((entry) => ({ ...entry, cents: -entry.cents }));
}

export function walletChanges(entries: Entry[]): Map<number, number> {
	const changes = new Map<number, number>();
	for (const { merchantId, account, cents } of entries) {
		if (account === "wallet") changes.set(merchantId, (changes.get(merchantId) ?? 0) + cents);
	}
	return changes;
}
