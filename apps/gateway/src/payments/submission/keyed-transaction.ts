import type { Vault } from "@cardseal/vault";
import { findKeyUse } from "../../idempotency/idempotency-keys.store.ts";
import type { KeyedRequest } from "../../idempotency/keyed-request.ts";
import { lookupIdOf, newLookupId } from "../../ids.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { listFinishedRestores } from "../../restored-mode/restores.store.ts";
import type { Payments } from "../payments.ts";
import type { Transaction } from "../tables.ts";
import { findNewest } from "../transaction/transactions.store.ts";

/*
 * A restored database has lost keys whose requests the processor carried out. The transaction_id of a keyed request, which is its
 * reference at the processor, follows from the key, so that a repetition finds the transaction that reconciling wrote.
 */

const dayMs = 24 * 60 * 60 * 1_000;

/** The most days of a lost window in which a key is looked for. */
const maximumDays = 31;

/**
 * Returns the id of a new transaction. A key is kept for two days, and may be used for another request afterwards: the day keeps the ids of
 * the two apart.
 */
export function newTransactionId(
	{ vault }: { vault: Pick<Vault, "mac"> },
	merchant: Pick<Merchant, "id">,
	keyed: KeyedRequest | undefined,
): string {
	return keyed === undefined ? newLookupId() : idOfDay(vault, merchant, keyed, dayOf(keyed.now));
}

function idOfDay(
	vault: Pick<Vault, "mac">,
	{ id }: Pick<Merchant, "id">,
	{ route, key }: KeyedRequest,
	day: number,
): string {
	return lookupIdOf(vault.mac("idempotency", `transaction ${id} ${day} ${route} ${key}`).toString("hex"));
}

function dayOf(time: number): number {
	return Math.floor(time / dayMs);
}

/** Tells whether a restore was finished so recently that callers may repeat requests whose keys it lost. */
export function mayHaveLostKeys({ restoredAt, clocks }: Pick<Payments, "restoredAt" | "clocks">): boolean {
	return clocks.real.now() - restoredAt() < dayMs;
}

/** Finds the transaction of a key that the database does not have, or no more. */
export async function findLostTransaction(
	{ database, vault }: Pick<Payments, "database" | "vault">,
	merchant: Pick<Merchant, "id">,
	keyed: KeyedRequest,
): Promise<Transaction | undefined> {
	if ((await findKeyUse(database, merchant.id, keyed)) !== undefined) return undefined;
	const { now } = keyed;
	const recent = (await listFinishedRestores(database)).filter(({ finished_at: at }) => now - Number(at) < dayMs);
	// Without a restore, only today's id can be taken.
	const madeFrom = recent.length === 0 ? 0 : Math.min(...recent.map(({ window_from }) => window_from));
	const days = recent.length === 0 ? 1 : Math.min(maximumDays, dayOf(now) - dayOf(madeFrom) + 1);
	const transactionIds = Array.from({ length: days }, (_, back) => idOfDay(vault, merchant, keyed, dayOf(now) - back));
	return findNewest(database, merchant.id, { transactionIds, madeFrom });
}
