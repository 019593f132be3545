import { createKeyedLock } from "@cardseal/batch";
import type { Database } from "../../db/database.ts";
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
	availableCents,
	demoOpeningCents,
	type Entry,
	evenOut,
	mirror,
	moved,
	type Wallet,
	walletChanges,
} from "./ledger.ts";

// Whoever moves a wallet's money does it here, in a database transaction that they bring along. It locks the request, then the
// transaction, then wallets by the order of their merchants, so that no two wait for each other in a circle. One exception is
// safe: `payFromWallet` locks wallets before the request's transaction, which nobody else can want then. Outcomes come only to
// what a rail has, and whoever answers or expires a request needs its lock first.

/** The transaction that moves a wallet, and when. */
export interface Cause {
	transactionId: string;
	/** Business time, ms since 1970. */
	now: number;
}

/** So much for a merchant, because of a transaction. */
export interface Amount extends Cause {
	merchantId: number;
	/** Whole cents, above 0. */
	cents: number;
}

/** A wallet's balances as they are shown, in whole cents. */
export interface Balances extends Wallet {
	/** What may be sent, deposited and paid with. */
	availableCents: number;
}

const inTurn = createKeyedLock();

/**
 * One database transaction after another for each wallet: those that would wait for its lock wait here, without a
 * connection, and leave the others to everybody else.
 */
export function inWalletsTurn<Result>(
	database: Database,
	merchantId: number,
	work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
	return inTurn(String(merchantId), () => database.transaction().execute((transaction: Database) => work(transaction)));
}

/** The balances of a merchant's wallet, which is opened when there is none yet. */
export async function readBalances(database: Database, merchantId: number, now: number): Promise<Balances> {
	const wallet =
		(await findWallet(database, merchantId)) ??
		(await inWalletsTurn(database, merchantId, (transaction) => getLockedWallet(transaction, merchantId, now)));
	return { ...wallet, availableCents: availableCents(wallet) };
}

/** Keeps money for a payment that is on its way out. `false` when so much is not available; nothing is held then. */
export async function holdFunds(transaction: Database, { merchantId, cents, ...cause }: Amount): Promise<boolean> {
	const wallet = await getLockedWallet(transaction, merchantId, cause.now);
	if (availableCents(wallet) < cents) return false;
	await insertHold(transaction, cause.transactionId, { merchantId, kind: "outgoing", cents });
	await updateWallet(transaction, merchantId, moved(wallet, { heldCents: cents }));
	return true;
}

/** Gives back what a payment held that did not come off. */
export async function releaseHold(transaction: Database, cause: Cause): Promise<void> {
	const { merchantId, cents } = await endHold(transaction, cause, "outgoing");
	await changeWallet(transaction, merchantId, { heldCents: -cents }, cause);
}

/** Lets what a payment held leave for the bank. */
export async function takeHold(transaction: Database, cause: Cause): Promise<void> {
	const { merchantId, cents } = await endHold(transaction, cause, "outgoing");
	await changeWallet(transaction, merchantId, { heldCents: -cents, actualCents: -cents }, cause, [
		{ merchantId, account: "wallet", cents: -cents },
		{ merchantId, account: "rail", cents },
	]);
}

/** Brings in money from a bank. It is available once it is cleared: until then it may still be returned. */
export async function creditWallet(transaction: Database, { merchantId, cents, ...cause }: Amount): Promise<void> {
	await changeWallet(transaction, merchantId, { actualCents: cents, unclearedCents: cents }, cause, [
		{ merchantId, account: "wallet", cents },
		{ merchantId, account: "rail", cents: -cents },
	]);
	await insertHold(transaction, cause.transactionId, { merchantId, kind: "uncleared", cents });
}

/** Makes available what came in. */
export async function clearFunds(transaction: Database, cause: Cause): Promise<void> {
	const { merchantId, cents } = await endHold(transaction, cause, "uncleared");
	await changeWallet(transaction, merchantId, { unclearedCents: -cents }, cause);
}

export interface Transfer extends Cause {
	/** Row ids of two merchants. */
	from: number;
	to: number;
	/** Whole cents, above 0. */
	cents: number;
}

/** Pays out of one wallet into another, at once and for good. `false` when so much is not available; nothing moves then. */
export async function transferFunds(transaction: Database, { from, to, cents, ...cause }: Transfer): Promise<boolean> {
	const wallets = await lockWallets(transaction, [from, to], cause.now);
	if (availableCents(walletOf(wallets, from)) < cents) return false;
	await postPayment(transaction, cause, [
		{ merchantId: from, account: "wallet", cents: -cents },
		{ merchantId: to, account: "wallet", cents },
	]);
	await settleWallet(transaction, from, moved(walletOf(wallets, from), { actualCents: -cents }), cause);
	await settleWallet(transaction, to, moved(walletOf(wallets, to), { actualCents: cents }), cause);
	return true;
}

/**
 * Undoes what a transaction moved, by a posting that mirrors it: nothing that was posted is ever changed (rule S-25). What a
 * wallet has not got any more is advanced to it, and taken from what becomes available next.
 */
export async function reversePosting(transaction: Database, cause: Cause): Promise<void> {
	const payment = await findPayment(transaction, cause.transactionId);
	if (payment === undefined) throw new Error(`Transaction ${cause.transactionId} has moved nothing to reverse.`);
	const entries = mirror(payment.entries);
	const changes = walletChanges(entries);
	const wallets = await lockWallets(transaction, [...changes.keys()], cause.now);
	const uncleared = await deleteHold(transaction, cause.transactionId, "uncleared");
	const posting = { reason: "return", reverses: payment.id, entries, ...cause } as const;
	await insertPosting(transaction, posting);
	for (const [merchantId, actualCents] of changes) {
		const unclearedCents = uncleared?.merchantId === merchantId ? -uncleared.cents : 0;
		const wallet = moved(walletOf(wallets, merchantId), { actualCents, unclearedCents });
		await settleWallet(transaction, merchantId, wallet, cause);
	}
}

/** Moves one wallet's balances, with the posting that says where the money went, if any did. */
async function changeWallet(
	transaction: Database,
	merchantId: number,
	by: Partial<Wallet>,
	cause: Cause,
	entries?: Entry[],
): Promise<void> {
	const wallet = await getLockedWallet(transaction, merchantId, cause.now);
	if (entries !== undefined) await postPayment(transaction, cause, entries);
	await settleWallet(transaction, merchantId, moved(wallet, by), cause);
}

function postPayment(transaction: Database, cause: Cause, entries: Entry[]): Promise<void> {
	return insertPosting(transaction, { reason: "payment", entries, ...cause });
}

/** Writes a wallet down after its money was moved, put in order. */
async function settleWallet(transaction: Database, merchantId: number, after: Wallet, cause: Cause): Promise<void> {
	const { wallet, posting } = evenOut(after);
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
	if (wallet === undefined) throw new Error("A wallet is changed that was not locked.");
	return wallet;
}

/** Locked for the rest of the transaction, and opened when there is none yet. */
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
