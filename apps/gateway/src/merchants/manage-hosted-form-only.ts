import type { Database } from "../db/database.ts";
import { setHostedFormOnly } from "./merchants.store.ts";
import { CommandRefused, describeMerchant, getNamedMerchant } from "./operator.ts";

const usage = [
	"Whether a merchant takes card tokens from the hosted card form alone:",
	"  npm run admin -- hosted-form-only show MERCHANT",
	"  npm run admin -- hosted-form-only on MERCHANT",
	"  npm run admin -- hosted-form-only off MERCHANT",
	"MERCHANT is the merchant's id or its public key.",
].join("\n");

const settings: ReadonlyMap<string | undefined, boolean | undefined> = new Map([
	["show", undefined],
	["on", true],
	["off", false],
]);

/**
 * Carries out `show MERCHANT`, `on MERCHANT` or `off MERCHANT`. A gateway that runs knows of it from its next request on.
 *
 * @returns what to tell the operator
 * @throws CommandRefused
 */
export async function manageHostedFormOnly(database: Database, words: string[]): Promise<string> {
	const [action, merchantName, ...others] = words;
	if (!settings.has(action) || merchantName === undefined || others.length > 0) throw new CommandRefused(usage);
	const merchant = await getNamedMerchant(database, merchantName);
	const wanted = settings.get(action);
	if (wanted !== undefined) await setHostedFormOnly(database, merchant.id, wanted);
	const who = describeMerchant(merchant);
	return (wanted ?? merchant.hostedFormOnly)
		? `${who} takes card tokens from the hosted form alone.`
		: `${who} takes card tokens from the hosted form and from pages of its own.`;
}
