import { type Clocks, newLookupId } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { copyLogo } from "./logo/logo.store.ts";
import type { Merchant } from "./merchant.ts";
import { insertLiveTwin, insertMerchant } from "./merchants.store.ts";

export type NewMerchant = Pick<Merchant, "name" | "mode" | "timeZone">;

/** Creates a merchant without staff and keys; a live one with its demo twin. */
export async function createMerchant(
	transaction: Database,
	clocks: Clocks,
	{ name, mode, timeZone }: NewMerchant,
	caller: Caller,
): Promise<Merchant> {
	const publicId = newLookupId();
	const row = { merchant_id: publicId, name, mode: "demo", time_zone: timeZone } as const;
	const merchant = await insertMerchant(transaction, { ...row, created_at: clocks.business.now() });
	await recordCreation(transaction, clocks, merchant, caller);
	if (mode === "demo") return merchant;
	const live = await createLiveTwin(transaction, clocks, merchant, caller);
	if (live === undefined) throw new Error("A new merchant has no live twin yet.");
	return live;
}

/**
 * Copies a demo merchant's settings, logo and staff, without keys, credentials, origins or records.
 *
 * @returns `undefined` when there is one; two concurrent transactions create one
 */
export async function createLiveTwin(
	transaction: Database,
	clocks: Clocks,
	demo: Pick<Merchant, "id">,
	caller: Caller,
): Promise<Merchant | undefined> {
	const row = { publicId: newLookupId(), now: clocks.business.now() };
	const live = await insertLiveTwin(transaction, demo.id, row);
	if (live === undefined) return undefined;
	await copyLogo(transaction, demo.id, live.id);
	await recordCreation(transaction, clocks, live, caller);
	return live;
}

function recordCreation(
	transaction: Database,
	clocks: Clocks,
	{ id, publicId }: Merchant,
	caller: Caller,
): Promise<void> {
	return recordEvent(transaction, clocks, { type: "merchant.created", object: publicId, merchantId: id, caller });
}
