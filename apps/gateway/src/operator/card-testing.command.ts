import { operator } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import { isGuarded, isLimitName, limitNames, limitsWith, limitTable } from "../card-testing/limits.ts";
import type { Merchant } from "../merchants/merchant.ts";
import { lockMerchant, updateCardTestingSettings } from "../merchants/merchants.store.ts";
import { CommandRefused } from "./command-refused.ts";
import { describeMerchant, getNamedMerchant, type Operation } from "./operation.ts";

// Why a command is not carried out, in words for the operator who typed it.
const refusals = {
	usage: () =>
		new CommandRefused(
			[
				"How a merchant is guarded against card testing:",
				"  npm run admin -- guard show MERCHANT",
				"  npm run admin -- guard on|off|default MERCHANT",
				"  npm run admin -- guard set MERCHANT LIMIT VALUE|default",
				"MERCHANT is the merchant's id or its public key. By default live merchants are guarded and demo ones are not.",
			].join("\n"),
		),
	unknownLimit: () => new CommandRefused(`There is no such limit. The limits are:\n  ${limitNames.join("\n  ")}`),
	badValue: (minimum: number, maximum: number) =>
		new CommandRefused(`Set a whole number from ${minimum} to ${maximum}, or "default".`),
};

const switches: Record<string, boolean | null> = { on: true, off: false, default: null };

/**
 * Carries out `show MERCHANT`, `on|off|default MERCHANT` or `set MERCHANT LIMIT VALUE`. A gateway that runs knows of it
 * from its next request on.
 *
 * @returns what to tell the operator
 * @throws CommandRefused
 */
export async function manageCardTesting(
	operation: Operation,
	[action = "", name, ...others]: string[],
): Promise<string> {
	if (name === undefined) throw refusals.usage();
	const change = readChange(action, others);
	const merchant = await getNamedMerchant(operation.database, name);
	if (change === undefined) return describeCardTesting(merchant);
	const [limit, to = action] = others;
	const setting = limit === undefined ? "guard" : `guard.${limit}`;
	return describeCardTesting(await changeGuard(operation, merchant, change, { setting, to }));
}

/** Changes what is there by then, so that of two operators at once nobody undoes what the other one has set. */
function changeGuard(
	{ database, clocks, login }: Operation,
	{ id, publicId }: Merchant,
	change: Change,
	details: { setting: string; to: string },
): Promise<Merchant> {
	return database.transaction().execute(async (transaction) => {
		const merchant = await lockMerchant(transaction, id);
		const guard = change(merchant.guard);
		await updateCardTestingSettings(transaction, id, guard);
		const about = { object: publicId, merchantId: id, caller: operator(login) };
		await recordEvent(transaction, clocks, { ...about, type: "settings.changed", details });
		return { ...merchant, guard };
	});
}

type Change = (settings: Merchant["guard"]) => Merchant["guard"];

/** `undefined` where nothing is to be changed. */
function readChange(action: string, words: string[]): Change | undefined {
	if (action === "set") return readLimit(words);
	if (words.length > 0) throw refusals.usage();
	if (action === "show") return undefined;
	const isOn = Object.hasOwn(switches, action) ? switches[action] : undefined;
	if (isOn === undefined) throw refusals.usage();
	return (settings) => ({ ...settings, isOn });
}

function readLimit([limit, value, ...others]: string[]): Change {
	if (limit === undefined || value === undefined || others.length > 0) throw refusals.usage();
	if (!isLimitName(limit)) throw refusals.unknownLimit();
	const { minimum, maximum } = limitTable[limit];
	const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : undefined;
	if (value !== "default" && (number === undefined || number < minimum || number > maximum)) {
		throw refusals.badValue(minimum, maximum);
	}
	return (settings) => {
		const { [limit]: _before, ...kept } = settings.limits;
		return { ...settings, limits: number === undefined ? kept : { ...kept, [limit]: number } };
	};
}

function describeCardTesting(merchant: Merchant): string {
	const limits = limitsWith(merchant.guard.limits);
	const lines = limitNames.map((name) => {
		const own = name in merchant.guard.limits ? ` (by default ${limitTable[name].default})` : "";
		return `  ${name} ${limits[name]}${own}: ${limitTable[name].meaning}`;
	});
	const state = isGuarded(merchant) ? "on" : "off";
	return [`The guard of ${describeMerchant(merchant)} is ${state}.`, ...lines].join("\n");
}
