import { operator } from "../audit/event.ts";
import { changeSettings } from "../merchants/settings/change-settings.ts";
import { getSettings } from "../merchants/settings/settings.store.ts";
import type { NoticeSettings } from "../merchants/settings/settings.ts";
import { CommandRefused } from "./command-refused.ts";
import { describeMerchant, getNamedMerchant, type Operation } from "./operation.ts";

const usage = [
	"Of what the customers of a merchant's subscriptions are told by mail:",
	"  npm run admin -- notices MERCHANT",
	"  npm run admin -- notices MERCHANT payment-failed|suspended|card-expiring on|off",
	"MERCHANT is the merchant's id or its public key.",
].join("\n");

/** The notices as operators call them. */
const notices: ReadonlyMap<string, { setting: keyof NoticeSettings; what: string }> = new Map([
	["payment-failed", { setting: "sends_payment_failed_notices", what: "a payment that failed" }],
	["suspended", { setting: "sends_suspended_notices", what: "a subscription that was suspended" }],
	["card-expiring", { setting: "sends_card_expiring_notices", what: "a card that is about to expire" }],
]);

const switches: ReadonlyMap<string, boolean> = new Map([
	["on", true],
	["off", false],
]);

/**
 * Carries out `MERCHANT` or `MERCHANT NOTICE on|off`. It holds for mail that waits, too.
 *
 * @returns what to tell the operator
 * @throws CommandRefused
 */
export async function manageNotices(operation: Operation, [name, ...words]: string[]): Promise<string> {
	if (name === undefined) throw new CommandRefused(usage);
	const change = readChange(words);
	const { database, login } = operation;
	const merchant = await getNamedMerchant(database, name);
	const settings = await (change === undefined
		? getSettings(database, merchant.id)
		: changeSettings(operation, merchant, { [change.setting]: change.isOn }, operator(login)));
	return [`Customers of ${describeMerchant(merchant)} are told by mail of:`, ...describe(settings)].join("\n");
}

/** `undefined` where nothing is to be changed. */
function readChange(words: string[]): { setting: keyof NoticeSettings; isOn: boolean } | undefined {
	if (words.length === 0) return undefined;
	const [notice = "", to = "", ...others] = words;
	const setting = notices.get(notice)?.setting;
	const isOn = switches.get(to);
	if (setting === undefined || isOn === undefined || others.length > 0) throw new CommandRefused(usage);
	return { setting, isOn };
}

function describe(settings: NoticeSettings): string[] {
	return [...notices].map(([name, { setting, what }]) => `  ${what} (${name}): ${settings[setting] ? "on" : "off"}`);
}
