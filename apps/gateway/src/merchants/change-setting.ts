import { operator } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import type { Database } from "../db/database.ts";
import type { Merchant } from "./merchant.ts";
import type { Operation } from "./operator.ts";

/** Has an operator's change of a merchant's setting written, and who made it. */
export async function changeSetting(
	{ database, clocks, login }: Operation,
	merchant: Merchant,
	details: { setting: string; to: string },
	write: (transaction: Database) => Promise<void>,
): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		await write(transaction);
		const about = { object: merchant.publicId, merchantId: merchant.id, caller: operator(login) };
		await recordEvent(transaction, clocks, { ...about, type: "settings.changed", details });
	});
}
