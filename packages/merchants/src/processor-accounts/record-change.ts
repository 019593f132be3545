import type { Clocks } from "@cardseal/platform";
import { type Caller, recordEvent, system } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { ProcessorAdapter } from "@cardseal/vault";
import { notifyOwners, remindOwners } from "../staff-mails/owner-mails.store.ts";
import { type AccountId, markRefused } from "./processor-accounts.store.ts";
import type { ProcessorAccount } from "./tables.ts";

type Change =
	| { type: `processor_account.${"added" | "verified" | "refused"}`; account: ProcessorAccount; caller: Caller }
	| { type: "processor_account.changed"; account: ProcessorAccount; caller: Caller; fields: string[] }
	| { type: "processor_account.removed"; account: ProcessorAccount; caller: Caller; reason: string };

/** Reminds owners once: the account is unverified until its next check. */
function remindOfRefusal(transaction: Database, account: ProcessorAccount, now: number): Promise<void> {
	const about = `${account.processor}, ${account.currency}`;
	const { merchant_id: merchantId } = account;
	return remindOwners(transaction, { event: "processor_account.refused", merchantId, details: { about }, now });
}

export async function recordChange(transaction: Database, clocks: Clocks, change: Change): Promise<void> {
	const { account_id: object, merchant_id: merchantId, processor, currency } = change.account;
	const about = { object, merchantId, caller: change.caller };
	const details = { processor, currency };
	if (change.type === "processor_account.removed") {
		const { type, reason } = change;
		await recordEvent(transaction, clocks, { ...about, type, details: { ...details, reason } });
	} else if (change.type === "processor_account.changed") {
		const { type, fields } = change;
		await recordEvent(transaction, clocks, { ...about, type, details: { ...details, fields } });
	} else {
		await recordEvent(transaction, clocks, { ...about, type: change.type, details });
	}
}

/** Notifies every owner: a stranger could lead the merchant's money elsewhere. */
export async function notifyOfChange(
	transaction: Database,
	adapter: Pick<ProcessorAdapter, "title"> | undefined,
	{
		event,
		account,
		caller,
		now,
	}: {
		event: `processor_account.${"added" | "changed" | "removed"}`;
		account: ProcessorAccount;
		caller: Caller;
		now: number;
	},
): Promise<void> {
	const about = `${adapter?.title ?? account.processor}, ${account.currency}`;
	const { merchant_id: merchantId } = account;
	await notifyOwners(transaction, { kind: "owner_notice", event, merchantId, details: { about }, caller, now });
}

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
