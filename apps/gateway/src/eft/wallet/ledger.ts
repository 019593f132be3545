/**
 * Where money stands. Of a merchant: `wallet`, what it has here; `owed`, below zero where its wallet was advanced money.
 * The other two are the outside: `rail`, the banks; `opening`, what demo wallets begin with.
 */
export type Account = "wallet" | "owed" | "rail" | "opening";

/**
 * Why money was posted. A `payment` is what a transaction is about, and a `return` undoes it. An `advance` covers what a
 * return takes out of a wallet that has not got it any more, and a `repayment` gives that back.
 */
export type PostingReason = "opening" | "payment" | "return" | "advance" | "repayment";

/** One line of a posting. Above zero where the account has more of it afterwards; those of a posting sum to zero. */
export interface Entry {
	merchantId: number;
	account: Account;
	/** Whole cents, never 0. */
	cents: number;
}

/** A wallet's balances in whole cents, each of them never below zero. */
export interface Wallet {
	/** Everything in it, what is held and what is not cleared included. */
	actualCents: number;
	/** What is on its way out. */
	heldCents: number;
	/** What came in and may still be returned. */
	unclearedCents: number;
	/** What was advanced to it and has not been given back. */
	owedCents: number;
}

/** What a demo merchant's wallet begins with: 1,000.00. */
export const demoOpeningCents = 100_000;

/** What may be sent, deposited and paid with. */
export function availableCents({ actualCents, heldCents, unclearedCents }: Wallet): number {
	return actualCents - heldCents - unclearedCents;
}

/** A wallet with some of its balances moved by so many cents. */
export function moved(wallet: Wallet, by: Partial<Wallet>): Wallet {
	return {
		actualCents: wallet.actualCents + (by.actualCents ?? 0),
		heldCents: wallet.heldCents + (by.heldCents ?? 0),
		unclearedCents: wallet.unclearedCents + (by.unclearedCents ?? 0),
		owedCents: wallet.owedCents + (by.owedCents ?? 0),
	};
}

/** What has to be posted so that a wallet is in order: nothing available is below zero, and nothing is kept while owed. */
export interface Evened {
	wallet: Wallet;
	posting: { reason: "advance" | "repayment"; cents: number } | undefined;
}

/**
 * Puts a wallet in order after money was moved. What a return took although it was not available any more is advanced to it;
 * what is available goes to repay that before anything else. So no balance is ever below zero, and what a merchant owes is
 * on the books.
 */
export function evenOut(wallet: Wallet): Evened {
	const available = availableCents(wallet);
	// At most one of the two: what is missing is advanced, what is there repays what was.
	const advanceCents = available < 0 ? -available : 0 - Math.min(available, wallet.owedCents);
	if (advanceCents === 0) return { wallet, posting: undefined };
	return {
		wallet: moved(wallet, { actualCents: advanceCents, owedCents: advanceCents }),
		posting: { reason: advanceCents > 0 ? "advance" : "repayment", cents: Math.abs(advanceCents) },
	};
}

/** The entries that undo others. */
export function mirror(entries: Entry[]): Entry[] {
	return entries.map((entry) => ({ ...entry, cents: -entry.cents }));
}

/** By how much a posting changes each merchant's wallet. */
export function walletChanges(entries: Entry[]): Map<number, number> {
	const changes = new Map<number, number>();
	for (const { merchantId, account, cents } of entries) {
		if (account === "wallet") changes.set(merchantId, (changes.get(merchantId) ?? 0) + cents);
	}
	return changes;
}
