import { operator } from "../audit/event.ts";
import { changeSettings } from "../merchants/settings/change-settings.ts";
import { CommandRefused } from "./command-refused.ts";
import { describeMerchant, getNamedMerchant, type Operation } from "./operation.ts";

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
export async function manageHostedFormOnly(operation: Operation, words: string[]): Promise<string> {
	const [action, merchantName, ...others] = words;
	if (!settings.has(action) || merchantName === undefined || others.length > 0) throw new CommandRefused(usage);
	const merchant = await getNamedMerchant(operation.database, merchantName);
	const wanted = settings.get(action);
	if (wanted !== undefined) {
		await changeSettings(operation, merchant, { hosted_form_only: wanted }, operator(operation.login));
	}
	const who = describeMerchant(merchant);
	return (wanted ?? merchant.hostedFormOnly)
		? `${who} takes card tokens from the hosted form alone.`
		: `${who} takes card tokens from the hosted form and from pages of its own.`;
}
