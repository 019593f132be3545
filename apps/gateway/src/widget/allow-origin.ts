import type { Caller } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { deleteOrigin, insertOrigin } from "./origins.store.ts";

/** An origin of a merchant, and who changes whether its card form may stand there. */
export interface OriginChange {
	merchantId: number;
	origin: string;
	caller: Caller;
}

/** Allows an origin; one that is allowed already stays so. */
export async function allowOrigin(transaction: Database, clocks: Clocks, change: OriginChange): Promise<void> {
	const { merchantId, origin, caller } = change;
	if (!(await insertOrigin(transaction, { merchantId, origin, now: clocks.business.now() }))) return;
	await recordEvent(transaction, clocks, { type: "origin.allowed", object: origin, merchantId, caller });
}

/** Allows an origin no longer. `false` when it was not allowed. */
export async function disallowOrigin(transaction: Database, clocks: Clocks, change: OriginChange): Promise<boolean> {
	const { merchantId, origin, caller } = change;
	if (!(await deleteOrigin(transaction, merchantId, origin))) return false;
	await recordEvent(transaction, clocks, { type: "origin.removed", object: origin, merchantId, caller });
	return true;
}
