import type { Clocks } from "@cardseal/platform";
import { system } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { type AccountId, markRefused } from "./processor-accounts.store.ts";
import { recordChange, remindOfRefusal } from "./record-change.ts";

/**
 * Takes an account for unverified, since its processor refused a payment for it, and reminds the owners.
 *
 * @returns `false` if it was unverified or removed before
 */
export function noteRefusal(database: Database, clocks: Clocks, id: AccountId): Promise<boolean> {
	return database.transaction().execute(async (transaction: Database) => {
		const account = await markRefused(transaction, id);
		if (account === undefined) return false;
		const caller = system("gateway");
		await recordChange(transaction, clocks, { type: "processor_account.refused", account, caller });
		await remindOfRefusal(transaction, account, clocks.business.now());
		return true;
	});
}
