import { operator } from "../audit/event.ts";
import { allowOrigin, disallowOrigin, maximumOrigins } from "../card-form/allow-origin.ts";
import { listOrigins } from "../card-form/origins.store.ts";
import type { Merchant } from "../merchants/merchant.ts";
import { CommandRefused } from "./command-refused.ts";
import { describeMerchant, getNamedMerchant, type Operation } from "./operation.ts";

// Why a command is not carried out, in words for the operator who typed it.
const refusals = {
	usage: () =>
		new CommandRefused(
			[
				"Where a merchant's card form may stand:",
				"  npm run admin -- origin list MERCHANT",
				"  npm run admin -- origin add MERCHANT ORIGIN",
				"  npm run admin -- origin remove MERCHANT ORIGIN",
				"MERCHANT is the merchant's id or its public key, ORIGIN looks like https://shop.example.",
			].join("\n"),
		),
	notAnOrigin: (mode: Merchant["mode"]) =>
		new CommandRefused(
			`Write the origin exactly as browsers do: https://host or https://host:port, in lower case, without a path and without a wildcard.${
				mode === "demo" ? " For a demo merchant http://localhost:port will do, too." : ""
			}`,
		),
	tooMany: () =>
		new CommandRefused(`A merchant has at most ${maximumOrigins} origins. Remove one that is no longer used.`),
	notAllowed: (origin: string) => new CommandRefused(`${origin} was not allowed, so nothing was removed.`),
};

/**
 * Carries out `list MERCHANT`, `add MERCHANT ORIGIN` or `remove MERCHANT ORIGIN`. A gateway that runs knows of it from
 * its next request on.
 *
 * @returns what to tell the operator
 * @throws CommandRefused
 */
export async function manageOrigins(operation: Operation, words: string[]): Promise<string> {
	const { database } = operation;
	const { action, merchantName, origin } = readCommand(words);
	const merchant = await getNamedMerchant(database, merchantName);
	if (action === "add") await add(operation, merchant, origin);
	if (action === "remove") await remove(operation, merchant, origin);
	return describeOrigins(merchant, await listOrigins(database, merchant.id));
}

type Command =
	| { action: "list"; merchantName: string; origin?: undefined }
	| { action: "add" | "remove"; merchantName: string; origin: string };

function readCommand([action, merchantName, origin, ...others]: string[]): Command {
	if (merchantName === undefined || others.length > 0) throw refusals.usage();
	if (action === "list" && origin === undefined) return { action, merchantName };
	if ((action === "add" || action === "remove") && origin !== undefined) return { action, merchantName, origin };
	throw refusals.usage();
}

async function add({ database, clocks, login }: Operation, merchant: Merchant, origin: string): Promise<void> {
	const change = { origin, caller: operator(login) };
	const problem = await database
		.transaction()
		.execute((transaction) => allowOrigin(transaction, clocks, merchant, change));
	if (problem === "not_an_origin") throw refusals.notAnOrigin(merchant.mode);
	if (problem === "too_many") throw refusals.tooMany();
}

/** An origin is not held against the rule for new ones, so that whatever stands there can go. */
async function remove({ database, clocks, login }: Operation, merchant: Merchant, origin: string): Promise<void> {
	const change = { merchantId: merchant.id, origin, caller: operator(login) };
	const wasAllowed = await database.transaction().execute((transaction) => disallowOrigin(transaction, clocks, change));
	if (!wasAllowed) throw refusals.notAllowed(origin);
}

function describeOrigins(merchant: Merchant, origins: string[]): string {
	const who = describeMerchant(merchant);
	if (origins.length === 0) return `The card form of ${who} may stand nowhere.`;
	return [`The card form of ${who} may stand on:`, ...origins.map((origin) => `  ${origin}`)].join("\n");
}
