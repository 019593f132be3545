import type { Caller } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { newLookupId } from "../ids.ts";
import type { Merchant } from "./merchant.ts";
import { insertMerchant } from "./merchants.store.ts";

export type NewMerchant = Pick<Merchant, "name" | "mode" | "timeZone">;

/** Creates a merchant, which has neither staff nor keys yet. */
export async function createMerchant(
	transaction: Database,
	clocks: Clocks,
	{ name, mode, timeZone }: NewMerchant,
	caller: Caller,
): Promise<Merchant> {
	const publicId = newLookupId();
	const row = { merchant_id: publicId, name, mode, time_zone: timeZone, created_at: clocks.business.now() };
	const merchant = await insertMerchant(transaction, row);
	const about = { object: publicId, merchantId: merchant.id, caller };
	await recordEvent(transaction, clocks, { ...about, type: "merchant.created" });
	return merchant;
}
