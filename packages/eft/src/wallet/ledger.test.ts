import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adjustBalances, availableCents, rebalance, reverseEntries, type Wallet, walletChanges } from "./ledger.ts";

const empty: Wallet = { actualCents: 0, heldCents: 0, unclearedCents: 0, owedCents: 0 };

/** Valid wallets, after rebalancing. */
const wallets = fc
	.record({
		available: fc.nat(10_000),
		heldCents: fc.nat(10_000),
		unclearedCents: fc.nat(10_000),
		owed: fc.nat(10_000),
	})
	.map(
		({ available, heldCents, unclearedCents, owed }) =>
			rebalance({ actualCents: available + heldCents + unclearedCents, heldCents, unclearedCents, owedCents: owed })
				.wallet,
	);

describe("the ledger", () => {
	test("S-23 the available balance is the actual balance minus held and uncleared funds", () => {
		expect(availableCents({ ...empty, actualCents: 1_000, heldCents: 300, unclearedCents: 200 })).toBe(500);
	});

	test("S-23 after any change no balance is negative, and a wallet that owes has nothing available", () => {
		fc.assert(
			fc.property(wallets, fc.integer({ min: -30_000, max: 30_000 }), (wallet, actualCents) => {
				const { wallet: after } = rebalance(adjustBalances(wallet, { actualCents }));
				expect(availableCents(after)).toBeGreaterThanOrEqual(0);
				expect(after.owedCents).toBeGreaterThanOrEqual(0);
				expect(Math.min(after.owedCents, availableCents(after))).toBe(0);
				expect(availableCents(after) - after.owedCents).toBe(availableCents(wallet) - wallet.owedCents + actualCents);
			}),
		);
	});

	test("S-25 a return advances exactly the amount that exceeds the available balance, and leaves held funds alone", () => {
		const wallet = { ...empty, actualCents: 900, heldCents: 600 };
		expect(rebalance(adjustBalances(wallet, { actualCents: -500 }))).toEqual({
			wallet: { ...empty, actualCents: 600, heldCents: 600, owedCents: 200 },
			posting: { reason: "advance", cents: 200 },
		});
	});

	test("S-25 an advance is repaid before funds become available", () => {
		const owing = { ...empty, owedCents: 500 };
		expect(rebalance(adjustBalances(owing, { actualCents: 300 }))).toEqual({
			wallet: { ...empty, owedCents: 200 },
			posting: { reason: "repayment", cents: 300 },
		});
		expect(rebalance(adjustBalances(owing, { actualCents: 700 }))).toEqual({
			wallet: { ...empty, actualCents: 200 },
			posting: { reason: "repayment", cents: 500 },
		});
	});

	test("a valid wallet needs no posting", () => {
		const wallet = { ...empty, actualCents: 500, heldCents: 500 };
		expect(rebalance(wallet)).toEqual({ wallet, posting: undefined });
	});

	test("S-25 reversed entries take back from every wallet what it received", () => {
		const entries = [
			{ merchantId: 1, account: "wallet", cents: -700 },
			{ merchantId: 2, account: "wallet", cents: 700 },
		] as const;
		expect(walletChanges(reverseEntries([...entries]))).toEqual(
			new Map([
				[1, 700],
				[2, -700],
			]),
		);
	});
});
