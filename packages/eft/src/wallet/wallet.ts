/*
 * Triggers and constraints refuse an unbalanced or changed posting and a negative balance. A send is written before it
 * is checked, so parallel sends count each other.
 */
import { createKeyedLock } from "@cardseal/batch";
import type { Database } from "@cardseal/platform/db";
import {
	deleteHold,
	findPayment,
	findWallet,
	type Hold,
	insertHold,
	insertPosting,
	insertWallet,
	lockWallet,
	updateWallet,
} from "./ledger.store.ts";
import {
	adjustBalances,
	availableCents,
	demoOpeningCents,
	type Entry,
	rebalance,
	reverseEntries,
	type Wallet,
	walletChanges,
} from "./ledger.ts";

// Locks are taken in this order: the request, the transaction, then wallets by merchant id. `payFromWallet` may lock
// wallets before the request's transaction: only a rail outcome or an answer locks that row, no rail has it yet, and an
// answer needs the request's lock.

export interface Cause {
	transactionId: string;
	/** Business time, ms since 1970. */
	now: number;
}

export interface Amount extends Cause {
	merchantId: number;
	cents: number;
}

export interface Balances extends Wallet {
	availableCents: number;
}

const walletLock = createKeyedLock();

/** Runs one transaction per wallet and gateway. Waiting for row locks would keep connections from other wallets. */
export function withWalletLock<Result>(
	database: Database,
	merchantId: number,
	work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
	return walletLock(String(merchantId), () =>
		database.transaction().execute((transaction: Database) => work(transaction)),
	);
}

/** Creates the wallet on first use. */
export async function readBalances(database: Database, merchantId: number, now: number): Promise<Balances> {
	const wallet =
		(await findWallet(database, merchantId)) ??
		(await withWalletLock(database, merchantId, (transaction) => getLockedWallet(transaction, merchantId, now)));
	return { ...wallet, availableCents: availableCents(wallet) };
}

/** Returns `false` when the available balance is too low. */
export async function holdFunds(transaction: Database, { merchantId, cents, ...cause }: Amount): Promise<boolean> {
	const wallet = await getLockedWallet(transaction, merchantId, cause.now);
	if (availableCents(wallet) < cents) return false;
	await insertHold(transaction, cause.transactionId, { merchantId, kind: "outgoing", cents });
	await updateWallet(transaction, merchantId, adjustBalances(wallet, { heldCents: cents }));
	return true;
}

export async function releaseHold(transaction: Database, cause: Cause): Promise<void> {
	const { merchantId, cents } = await endHold(transaction, cause, "outgoing");
	await changeWallet(transaction, merchantId, { heldCents: -cents }, cause);
}

export async function postHold(transaction: Database, cause: Cause): Promise<void> {
	const { merchantId, cents } = await endHold(transaction, cause, "outgoing");
	await changeWallet(transaction, merchantId, { heldCents: -cents, actualCents: -cents }, cause, [
		{ merchantId, account: "wallet", cents: -cents },
		{ merchantId, account: "rail", cents },
	]);
}

/** The bank may still return the funds. */
export async function creditWallet(transaction: Database, { merchantId, cents, ...cause }: Amount): Promise<void> {
	await changeWallet(transaction, merchantId, { actualCents: cents, unclearedCents: cents }, cause, [
		{ merchantId, account: "wallet", cents },
		{ merchantId, account: "rail", cents: -cents },
	]);
	await insertHold(transaction, cause.transactionId, { merchantId, kind: "uncleared", cents });
}

export async function clearFunds(transaction: Database, cause: Cause): Promise<void> {
	const { merchantId, cents } = await endHold(transaction, cause, "uncleared");
	await changeWallet(transaction, merchantId, { unclearedCents: -cents }, cause);
}

export interface Transfer extends Cause {
	/** Row ids of merchants. */
	from: number;
	to: number;
	cents: number;
}

/** Returns `false` when the available balance is too low. */
export async function transferFunds(transaction: Database, { from, to, cents, ...cause }: Transfer): Promise<boolean> {
	const wallets = await lockWallets(transaction, [from, to], cause.now);
	if (availableCents(walletOf(wallets, from)) < cents) return false;
	await postPayment(transaction, cause, [
		{ merchantId: from, account: "wallet", cents: -cents },
		{ merchantId: to, account: "wallet", cents },
	]);
	await saveWallet(transaction, from, adjustBalances(walletOf(wallets, from), { actualCents: -cents }), cause);
	await saveWallet(transaction, to, adjustBalances(walletOf(wallets, to), { actualCents: cents }), cause);
	return true;
}

/** Postings never change (rule S-25). An advance covers spent funds. */
export async function reversePosting(transaction: Database, cause: Cause): Promise<void> {
	const payment = await findPayment(transaction, cause.transactionId);
	if (payment === undefined) throw new Error(`Transaction ${cause.transactionId} has no payment to reverse.`);
	const entries = reverseEntries(payment.entries);
	const changes = walletChanges(entries);
	const wallets = await lockWallets(transaction, [...changes.keys()], cause.now);
	const uncleared = await deleteHold(transaction, cause.transactionId, "uncleared");
	const posting = { reason: "return", reverses: payment.id, entries, ...cause } as const;
	await insertPosting(transaction, posting);
	for (const [merchantId, actualCents] of changes) {
		const unclearedCents = uncleared?.merchantId === merchantId ? -uncleared.cents : 0;
		const wallet = adjustBalances(walletOf(wallets, merchantId), { actualCents, unclearedCents });
		await saveWallet(transaction, merchantId, wallet, cause);
	}
}

async function changeWallet(
	transaction: Database,
	merchantId: number,
	by: Partial<Wallet>,
	cause: Cause,
	entries?: Entry[],
): Promise<void> {
	const wallet = await getLockedWallet(transaction, merchantId, cause.now);
	if (entries !== undefined) await postPayment(transaction, cause, entries);
	await saveWallet(transaction, merchantId, adjustBalances(wallet, by), cause);
}

function postPayment(transaction: Database, cause: Cause, entries: Entry[]): Promise<void> {
	return insertPosting(transaction, { reason: "payment", entries, ...cause });
}

async function saveWallet(transaction: Database, merchantId: number, after: Wallet, cause: Cause): Promise<void> {
	const { wallet, posting } = rebalance(after);
	await updateWallet(transaction, merchantId, wallet);
	if (posting === undefined) return;
	const cents = posting.reason === "advance" ? posting.cents : -posting.cents;
	const entries: Entry[] = [
		{ merchantId, account: "wallet", cents },
		{ merchantId, account: "owed", cents: -cents },
	];
	await insertPosting(transaction, { reason: posting.reason, entries, ...cause });
}

async function endHold(transaction: Database, { transactionId }: Cause, kind: Hold["kind"]): Promise<Hold> {
	const hold = await deleteHold(transaction, transactionId, kind);
	if (hold === undefined) throw new Error(`Transaction ${transactionId} has no ${kind} hold.`);
	return hold;
}

async function lockWallets(transaction: Database, merchantIds: number[], now: number): Promise<Map<number, Wallet>> {
	const wallets = new Map<number, Wallet>();
	for (const merchantId of merchantIds.toSorted((one, other) => one - other)) {
		wallets.set(merchantId, await getLockedWallet(transaction, merchantId, now));
	}
	return wallets;
}

function walletOf(wallets: Map<number, Wallet>, merchantId: number): Wallet {
	const wallet = wallets.get(merchantId);
	if (wallet === undefined) throw new Error("This wallet is not locked.");
	return wallet;
}

/** Creates the wallet on first use. */
async function getLockedWallet(transaction: Database, merchantId: number, now: number): Promise<Wallet> {
	const existing = await lockWallet(transaction, merchantId);
	if (existing !== undefined) return existing;
	const openingCents = await insertWallet(transaction, merchantId, demoOpeningCents);
	if (openingCents !== undefined && openingCents > 0) {
		const entries: Entry[] = [
			{ merchantId, account: "wallet", cents: openingCents },
			{ merchantId, account: "opening", cents: -openingCents },
		];
		await insertPosting(transaction, { transactionId: undefined, reason: "opening", entries, now });
	}
	const opened = await lockWallet(transaction, merchantId);
	if (opened === undefined) throw new Error(`There is no merchant with the row id ${merchantId}.`);
	return opened;
}
