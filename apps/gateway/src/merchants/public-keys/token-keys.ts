import { type ListedTokenKey, listTokenKeys, type Retirement, retireKey } from "@cardseal/vault";
import type { Caller } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import { type Clocks, dayOf } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { notFound, Problem } from "../../problem.ts";

export interface TokenKeys {
	database: Database;
	clocks: Clocks;
	/** Gives a merchant another current key; the former one retires. */
	replaceTokenKey(merchantId: number): Promise<void>;
}

/** Whose keys, and who changes them. */
export interface KeyChange {
	merchantId: number;
	caller: Caller;
}

// Why a key is not destroyed.
const refusals = {
	current: () => new Problem("CONFLICT", "This key is in use. Make a new one first, and put it into your pages."),
	mayBeInUse: (until: number) =>
		new Problem(
			"CONFLICT",
			`Pages may have this key in them until ${dayOf(until)}. If somebody else has its secret, say so, and it goes at once.`,
		),
};

/** Gives a merchant's pages another key to encrypt to. Pages with the former one go on for 30 days. */
export async function rotateTokenKey(
	{ database, clocks, replaceTokenKey }: TokenKeys,
	{ merchantId, caller }: KeyChange,
): Promise<ListedTokenKey[]> {
	// Before it begins: a rotation takes several steps, and may end at any of them.
	await recordEvent(database, clocks, { type: "key.rotation_begun", object: "card_token", merchantId, caller });
	await replaceTokenKey(merchantId);
	return listTokenKeys(database.withTables(), merchantId);
}

/**
 * Destroys a retired key: what pages encrypt to it from then on cannot be read any more.
 *
 * @param compromised does not wait until pages have changed over
 * @throws Problem 404, 409
 */
export async function destroyTokenKey(
	{ database, clocks }: TokenKeys,
	{ keyId, compromised }: { keyId: string; compromised: boolean },
	{ merchantId, caller }: KeyChange,
): Promise<ListedTokenKey[]> {
	return database.transaction().execute(async (transaction: Database) => {
		const own = await listTokenKeys(transaction.withTables(), merchantId);
		if (!own.some((key) => key.keyId === keyId)) throw notFound("key");
		const now = clocks.real.now();
		refuseUnlessDestroyed(await retireKey({ database: transaction.withTables(), keyId, now, compromised }));
		await recordEvent(transaction, clocks, { type: "key.destroyed", object: keyId, merchantId, caller });
		return listTokenKeys(transaction.withTables(), merchantId);
	});
}

function refuseUnlessDestroyed(retirement: Retirement): void {
	if (retirement.outcome === "destroyed") return;
	if (retirement.outcome === "current") throw refusals.current();
	if (retirement.outcome === "may_be_in_use") throw refusals.mayBeInUse(retirement.until);
	// Somebody else was quicker, or it never held anything: cards do not stand under this kind of key.
	throw notFound("key");
}
