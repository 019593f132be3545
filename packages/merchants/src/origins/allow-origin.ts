import type { Clocks } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Merchant } from "../merchant.ts";
import { notifyOwners } from "../staff-mails/owner-mails.store.ts";
import { mayBeAllowed } from "./origin.ts";
import { deleteOrigin, insertOrigin, lockOrigins } from "./origins.store.ts";

export interface OriginChange {
	merchantId: number;
	origin: string;
	caller: Caller;
}

export const maximumOrigins = 50;

/**
 * Locks, so that parallel additions respect the limit.
 *
 * @returns the reason to refuse
 */
export async function allowOrigin(
	transaction: Database,
	clocks: Clocks,
	{ id: merchantId, mode }: Pick<Merchant, "id" | "mode">,
	{ origin, caller }: Pick<OriginChange, "origin" | "caller">,
): Promise<"not_an_origin" | "too_many" | undefined> {
	if (!mayBeAllowed(origin, mode)) return "not_an_origin";
	const allowed = await lockOrigins(transaction, merchantId);
	if (allowed.includes(origin)) return undefined;
	if (allowed.length >= maximumOrigins) return "too_many";
	await insertOrigin(transaction, { merchantId, origin, now: clocks.business.now() });
	await recordEvent(transaction, clocks, { type: "origin.allowed", object: origin, merchantId, caller });
	const mail = { merchantId, details: { about: origin }, caller, now: clocks.business.now() };
	await notifyOwners(transaction, { kind: "owner_notice", event: "origin.allowed", ...mail });
	return undefined;
}

/** Returns `false` when it was not allowed. */
export async function disallowOrigin(transaction: Database, clocks: Clocks, change: OriginChange): Promise<boolean> {
	const { merchantId, origin, caller } = change;
	if (!(await deleteOrigin(transaction, merchantId, origin))) return false;
	await recordEvent(transaction, clocks, { type: "origin.removed", object: origin, merchantId, caller });
	return true;
}
