import type { Clocks } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Merchant } from "../merchant.ts";
import { notifyOwners } from "../staff-mails/owner-mails.store.ts";
import { lockSettings, updateSettings } from "./settings.store.ts";
import { type Settings, type SettingsChange, settingsThatChange } from "./settings.ts";

/** Running gateways apply the settings from the next request on. */
export function changeSettings(
	{ database, clocks }: { database: Database; clocks: Clocks },
	merchant: Pick<Merchant, "id" | "publicId">,
	change: SettingsChange,
	caller: Caller,
): Promise<Settings> {
	return database.transaction().execute(async (transaction) => {
		const before = await lockSettings(transaction, merchant.id);
		const changes = settingsThatChange(before, change);
		if (changes.length === 0) return before;
		const about = { object: merchant.publicId, merchantId: merchant.id, caller };
		for (const details of changes) {
			await recordEvent(transaction, clocks, { ...about, type: "settings.changed", details });
		}
		await notifyOfChanges(transaction, changes, { merchantId: merchant.id, caller, now: clocks.business.now() });
		return updateSettings(transaction, merchant.id, change);
	});
}

/** Notifies every owner of a new name and of mails to customers turned on or off. */
async function notifyOfChanges(
	transaction: Database,
	changes: { setting: string; to: string }[],
	mail: { merchantId: number; caller: Caller; now: number },
): Promise<void> {
	for (const { setting, to } of changes) {
		const event = setting === "name" ? "business.renamed" : "notices.changed";
		if (setting !== "name" && !/^sends_|^reply_to$/.test(setting)) continue;
		const about = setting === "name" ? to : `${setting}: ${to}`;
		await notifyOwners(transaction, { kind: "owner_notice", event, details: { about }, ...mail });
	}
}
