import { operator } from "@cardseal/platform/audit";
import { type CommandGroup, defineCommand, UsageError } from "@cardseal/platform/operator";
import { describeMerchant, getNamedMerchant, merchantAnswer, merchantTerm } from "../named-merchant.ts";
import { changeSettings } from "./change-settings.ts";
import { getSettings } from "./settings.store.ts";
import type { DunningMailSettings } from "./settings.ts";

const mails: ReadonlyMap<string, { setting: keyof DunningMailSettings; subject: string }> = new Map([
	["payment-failed", { setting: "sends_payment_failed_notices", subject: "a failed payment" }],
	["suspended", { setting: "sends_suspended_notices", subject: "a suspended subscription" }],
	["card-expiring", { setting: "sends_card_expiring_notices", subject: "a card that is about to expire" }],
]);

const switches: ReadonlyMap<string, boolean> = new Map([
	["on", true],
	["off", false],
]);

export const dunningMailCommands: CommandGroup = {
	name: "dunning-mails",
	alias: "notices",
	summary: "Emails to the customers of a merchant's subscriptions",
	terms: {
		...merchantTerm,
		MAIL: `One of ${[...mails.keys()].join(", ")}. Without it, the settings are printed.`,
	},
	notes: ["A change also applies to email that is already queued."],
	commands: [
		defineCommand({
			verb: "",
			summary: "Prints the settings, or turns one mail on or off.",
			operands: ["MERCHANT", "[MAIL]", "[on|off]"],
			options: {},
			run: async (context, [name, mail, to]) => {
				const change = readChange(mail, to);
				const { database, login } = context;
				const merchant = await getNamedMerchant(database, name);
				const settings = await (change === undefined
					? getSettings(database, merchant.id)
					: changeSettings(context, merchant, change, operator(login)));
				return merchantAnswer(
					merchant,
					[`Customers of ${describeMerchant(merchant)} get an email about:`, ...describe(settings)].join("\n"),
					{ notices: Object.fromEntries([...mails].map(([one, { setting }]) => [one, settings[setting]])) },
				);
			},
		}),
	],
};

/** `undefined` when the operator only asks for the settings. */
function readChange(mail: string | undefined, to = ""): Partial<DunningMailSettings> | undefined {
	if (mail === undefined) return undefined;
	const setting = mails.get(mail)?.setting;
	if (setting === undefined) throw new UsageError(`There is no mail "${mail}".`);
	const isOn = switches.get(to);
	if (isOn === undefined) throw new UsageError(`Write on or off after ${mail}.`);
	return { [setting]: isOn };
}

function describe(settings: DunningMailSettings): string[] {
	return [...mails].map(
		([name, { setting, subject }]) => `  ${subject} (${name}): ${settings[setting] ? "on" : "off"}`,
	);
}
