import { notFound } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { readChangedFields } from "./account-fields.ts";
import { checkAccount } from "./check-account.ts";
import {
	type AccountId,
	findProcessorAccount,
	isAccountOfAnother,
	updateProcessorAccount,
} from "./processor-accounts.store.ts";
import { isLive, type ProcessorAccounts, refusals } from "./processor-accounts.ts";
import { notifyOfChange, recordChange } from "./record-change.ts";
import type { ProcessorAccount } from "./tables.ts";

/**
 * Keeps the account's id, so modifications and processor events of earlier charges continue.
 *
 * @param fields new values by name; an empty one removes an optional field
 * @throws Problem 400, 404, 409, 429, 503; nothing is saved then
 */
export async function changeProcessorAccount(
	context: ProcessorAccounts,
	id: AccountId,
	{ fields, caller }: { fields: Readonly<Record<string, string>>; caller: Caller },
): Promise<ProcessorAccount> {
	const { database, vault, clocks, processors } = context;
	const found = await findProcessorAccount(database, id);
	if (found === undefined) throw notFound("processor_account");
	const adapter = processors.get(found.processor);
	if (adapter === undefined) throw refusals.unknown();
	const { merchantId } = id;
	const { changes, shown } = readChangedFields(adapter.fields, { given: fields, stored: found.shown_fields });
	const account = { id: id.accountId, merchantId };
	const { version, fingerprint, isTest } = await checkAccount(context, { processor: adapter.title, merchantId }, () =>
		vault.verifyChangedProcessorAccount(adapter, { account, changes }),
	);
	return database.transaction().execute(async (transaction: Database) => {
		if (await isAccountOfAnother(transaction, { fingerprint, merchantId })) throw refusals.taken();
		if (isTest && (await isLive(transaction, merchantId))) throw refusals.test(adapter.title);
		const now = clocks.business.now();
		const change = { shown_fields: JSON.stringify(shown), fingerprint, verified_at: now, is_test: isTest };
		const changed = await updateProcessorAccount(transaction, id, change);
		if (changed === undefined) throw notFound("processor_account");
		if (!(await vault.changeProcessorAccount(transaction.withTables(), { account, changes, version }))) {
			throw refusals.changed();
		}
		const names = Object.keys(changes);
		await recordChange(transaction, clocks, {
			type: "processor_account.changed",
			account: changed,
			caller,
			fields: names,
		});
		await notifyOfChange(transaction, adapter, { event: "processor_account.changed", account: changed, caller, now });
		return changed;
	});
}
