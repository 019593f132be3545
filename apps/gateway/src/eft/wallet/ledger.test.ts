import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { availableCents, evenOut, mirror, moved, type Wallet, walletChanges } from "./ledger.ts";

const empty: Wallet = { actualCents: 0, heldCents: 0, unclearedCents: 0, owedCents: 0 };

/** Wallets as they are between changes: in order. */
const wallets = fc
	.record({
		available: fc.nat(10_000),
		heldCents: fc.nat(10_000),
		unclearedCents: fc.nat(10_000),
		owed: fc.nat(10_000),
	})
	.map(
		({ available, heldCents, unclearedCents, owed }) =>
			evenOut({ actualCents: available + heldCents + unclearedCents, heldCents, unclearedCents, owedCents: owed })
				.wallet,
	);

describe("the ledger", () => {
	test("S-23 available is what is settled, less what is held and what may still be returned", () => {
		expect(availableCents({ ...empty, actualCents: 1_000, heldCents: 300, unclearedCents: 200 })).toBe(500);
	});

	test("S-23 whatever is taken out of a wallet, no balance is below zero, and what is owed stands beside nothing available", () => {
		fc.assert(
			fc.property(wallets, fc.integer({ min: -30_000, max: 30_000 }), (wallet, actualCents) => {
				const { wallet: after } = evenOut(moved(wallet, { actualCents }));
				expect(availableCents(after)).toBeGreaterThanOrEqual(0);
				expect(after.owedCents).toBeGreaterThanOrEqual(0);
				expect(Math.min(after.owedCents, availableCents(after))).toBe(0);
				expect(availableCents(after) - after.owedCents).toBe(availableCents(wallet) - wallet.owedCents + actualCents);
			}),
		);
	});

	test("S-25 advances exactly what a return takes beyond what is available, and leaves held money alone", () => {
		const wallet = { ...empty, actualCents: 900, heldCents: 600 };
		expect(evenOut(moved(wallet, { actualCents: -500 }))).toEqual({
			wallet: { ...empty, actualCents: 600, heldCents: 600, owedCents: 200 },
			posting: { reason: "advance", cents: 200 },
		});
	});

	test("S-25 repays what was advanced before anything becomes available", () => {
		const owing = { ...empty, owedCents: 500 };
		expect(evenOut(moved(owing, { actualCents: 300 }))).toEqual({
			wallet: { ...empty, owedCents: 200 },
			posting: { reason: "repayment", cents: 300 },
		});
		expect(evenOut(moved(owing, { actualCents: 700 }))).toEqual({
			wallet: { ...empty, actualCents: 200 },
			posting: { reason: "repayment", cents: 500 },
		});
	});

	test("posts nothing for a wallet that is in order", () => {
		const wallet = { ...empty, actualCents: 500, heldCents: 500 };
		expect(evenOut(wallet)).toEqual({ wallet, posting: undefined });
	});

	test("S-25 a mirror takes from every wallet what it was given", () => {
		const entries = [
			{ merchantId: 1, account: "wallet", cents: -700 },
			{ merchantId: 2, account: "wallet", cents: 700 },
		] as const;
		expect(walletChanges(mirror([...entries]))).toEqual(
			new Map([
				[1, 700],
				[2, -700],
			]),
		);
	});
});
