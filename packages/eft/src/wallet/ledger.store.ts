import type { Database } from "@cardseal/platform/db";
import { sql } from "kysely";
import type { Entry, PostingReason, Wallet } from "./ledger.ts";

/** Funds that a transaction makes unavailable. */
export interface Hold {
	merchantId: number;
	kind: "outgoing" | "uncleared";
	cents: number;
}

export interface NewPosting {
	/** `undefined` for an opening balance. */
	transactionId: string | undefined;
	reason: PostingReason;
	/** The reversed posting. */
	reverses?: number;
	entries: Entry[];
	/** Business time, ms since 1970. */
	now: number;
}

const walletColumns = [
	"actual_cents as actualCents",
	"held_cents as heldCents",
	"uncleared_cents as unclearedCents",
	"owed_cents as owedCents",
] as const;

function selectWallet(database: Database, merchantId: number) {
	return database.selectFrom("eft_wallets").select(walletColumns).where("merchant_id", "=", merchantId);
}

export function findWallet(database: Database, merchantId: number): Promise<Wallet | undefined> {
	return selectWallet(database, merchantId).executeTakeFirst();
}

export function lockWallet(transaction: Database, merchantId: number): Promise<Wallet | undefined> {
	return selectWallet(transaction, merchantId).forUpdate().executeTakeFirst();
}

/**
 * Gives demo wallets an opening balance.
 * @returns the opening balance in whole cents; `undefined` when the wallet exists already
 */
export async function insertWallet(
	transaction: Database,
	merchantId: number,
	demoOpeningCents: number,
): Promise<number | undefined> {
	const opened = await transaction
		.insertInto("eft_wallets")
		.columns(["merchant_id", "actual_cents"])
		.expression((merchants) =>
			merchants
				.selectFrom("merchants")
				.select(["id", sql<number>`case mode when 'demo' then ${demoOpeningCents}::bigint else 0 end`.as("opening")])
				.where("id", "=", merchantId),
		)
		.onConflict((conflict) => conflict.doNothing())
		.returning("actual_cents")
		.executeTakeFirst();
	return opened?.actual_cents;
}

export async function updateWallet(transaction: Database, merchantId: number, wallet: Wallet): Promise<void> {
	await transaction
		.updateTable("eft_wallets")
		.set({
			actual_cents: wallet.actualCents,
			held_cents: wallet.heldCents,
			uncleared_cents: wallet.unclearedCents,
			owed_cents: wallet.owedCents,
		})
		.where("merchant_id", "=", merchantId)
		.execute();
}

export async function insertPosting(transaction: Database, posting: NewPosting): Promise<void> {
	const { id } = await transaction
		.insertInto("eft_postings")
		.values({
			transaction_id: posting.transactionId ?? null,
			reason: posting.reason,
			reverses: posting.reverses ?? null,
			made_at: posting.now,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	const rows = posting.entries.map(({ merchantId, account, cents }) => ({
		posting_id: id,
		merchant_id: merchantId,
		account,
		cents,
	}));
	await transaction.insertInto("eft_entries").values(rows).execute();
}

export async function findPayment(
	transaction: Database,
	transactionId: string,
): Promise<{ id: number; entries: Entry[] } | undefined> {
	const rows = await transaction
		.selectFrom("eft_postings as posting")
		.innerJoin("eft_entries as entry", "entry.posting_id", "posting.id")
		.select(["posting.id", "entry.merchant_id as merchantId", "entry.account", "entry.cents"])
		.where("posting.transaction_id", "=", transactionId)
		.where("posting.reason", "=", "payment")
		.execute();
	const [first] = rows;
	return first && { id: first.id, entries: rows.map(({ id: _posting, ...entry }) => entry) };
}

export async function insertHold(transaction: Database, transactionId: string, hold: Hold): Promise<void> {
	await transaction
		.insertInto("eft_holds")
		.values({ transaction_id: transactionId, merchant_id: hold.merchantId, kind: hold.kind, cents: hold.cents })
		.execute();
}

/** Returns `undefined` without such a hold. */
export async function deleteHold(
	transaction: Database,
	transactionId: string,
	kind: Hold["kind"],
): Promise<Hold | undefined> {
	return transaction
		.deleteFrom("eft_holds")
		.where("transaction_id", "=", transactionId)
		.where("kind", "=", kind)
		.returning(["merchant_id as merchantId", "kind", "cents"])
		.executeTakeFirst();
}
