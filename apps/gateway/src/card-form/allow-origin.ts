import type { Caller } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Merchant } from "../merchants/merchant.ts";
import { mayBeAllowed } from "./origin.ts";
import { deleteOrigin, insertOrigin, lockOrigins } from "./origins.store.ts";

/** An origin of a merchant, and who changes whether its card form may stand there. */
export interface OriginChange {
	merchantId: number;
	origin: string;
	caller: Caller;
}

/** More pages than any merchant has: a longer list is a mistake, or somebody else's pages. */
export const maximumOrigins = 50;

/**
 * Allows an origin; one that is allowed already stays so. Two that are added at once are counted one after the other.
 *
 * @returns why it cannot be allowed; `undefined` when it is
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
	return undefined;
}

/** Allows an origin no longer. `false` when it was not allowed. */
export async function disallowOrigin(transaction: Database, clocks: Clocks, change: OriginChange): Promise<boolean> {
	const { merchantId, origin, caller } = change;
	if (!(await deleteOrigin(transaction, merchantId, origin))) return false;
	await recordEvent(transaction, clocks, { type: "origin.removed", object: origin, merchantId, caller });
	return true;
}
