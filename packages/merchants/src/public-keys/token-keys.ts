import { type Clocks, dayOf, notFound, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { type ListedTokenKey, listTokenKeys, listTokenKeyTimes, type Retirement, retireKey } from "@cardseal/vault";
import { lockMerchant } from "../merchants.store.ts";
import { notifyOwners } from "../staff-mails/owner-mails.store.ts";

export interface TokenKeys {
	database: Database;
	clocks: Clocks;
	replaceTokenKey(transaction: Database, merchantId: number): Promise<void>;
}

export interface KeyChange {
	merchantId: number;
	caller: Caller;
}

const refusals = {
	tooMany: (waitMs: number) =>
		new Problem(
			"too_many_requests",
			`A merchant gets at most ${maximumPerDay} keys in 24 hours: each one keeps the old key for 30 days, and every page must change. Try again later.`,
			{ headers: { "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1_000))) } },
		),
	current: () => new Problem("key_in_use", "This key is in use. Create a new one first, and use it in your pages."),
	mayBeInUse: (until: number) =>
		new Problem(
			"key_in_use",
			`Pages may use this key until ${dayOf(until)}. If its secret may be compromised, say so to destroy it at once.`,
		),
};

const maximumPerDay = 5;
const dayMs = 24 * 3_600_000;

/** The previous key works for 30 more days. @throws Problem 429 after many in a day */
export function rotateTokenKey(
	{ database, clocks, replaceTokenKey }: TokenKeys,
	{ merchantId, caller }: KeyChange,
): Promise<ListedTokenKey[]> {
	return database.transaction().execute(async (transaction: Database) => {
		// Rotations of all gateways count each other.
		await lockMerchant(transaction, merchantId);
		const since = clocks.real.now() - dayMs;
		// Destroyed keys count, so that destroying makes no room.
		const times = await listTokenKeyTimes(transaction.withTables(), { merchantId, since });
		if (times.length >= maximumPerDay) throw refusals.tooMany((times.at(-1) ?? since) - since);
		await recordEvent(transaction, clocks, { type: "key.rotation_begun", object: "card_token", merchantId, caller });
		await replaceTokenKey(transaction, merchantId);
		const keys = await listTokenKeys(transaction.withTables(), merchantId);
		const mail = { merchantId, details: { about: keys[0]?.keyId ?? "" }, caller, now: clocks.business.now() };
		await notifyOwners(transaction, { kind: "owner_notice", event: "key.created", ...mail });
		return keys;
	});
}

/**
 * Cards encrypted to a destroyed key can no longer be read.
 *
 * @param compromised destroys it even if pages may still use it
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
		const mail = { merchantId, details: { about: keyId }, caller, now: clocks.business.now() };
		await notifyOwners(transaction, { kind: "owner_notice", event: "key.destroyed", ...mail });
		return listTokenKeys(transaction.withTables(), merchantId);
	});
}

function refuseUnlessDestroyed(retirement: Retirement): void {
	if (retirement.outcome === "destroyed") return;
	if (retirement.outcome === "current") throw refusals.current();
	if (retirement.outcome === "may_be_in_use") throw refusals.mayBeInUse(retirement.until);
	// A parallel request destroyed it.
	throw notFound("key");
}
