import { operator } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	type OperatorContext,
} from "@cardseal/platform/operator";
import type { Merchant } from "../merchant.ts";
import { describeMerchant, getNamedMerchant, merchantAnswer, merchantTerm } from "../named-merchant.ts";
import { allowOrigin, disallowOrigin, maximumOrigins } from "./allow-origin.ts";
import { listOrigins } from "./origins.store.ts";

const refusals = {
	notAnOrigin: (mode: Merchant["mode"]) =>
		new CommandRefused(
			`Write the origin exactly as browsers do: https://host or https://host:port, in lower case, without a path and without a wildcard.${
				mode === "demo" ? " A demo merchant may also use http://localhost:port." : ""
			}`,
		),
	tooMany: () =>
		new CommandRefused(`A merchant has at most ${maximumOrigins} origins. Remove one that is no longer used.`),
	notAllowed: (origin: string) => new CommandRefused(`${origin} was not allowed, so nothing was removed.`),
};

export const originCommands: CommandGroup = {
	name: "origin",
	summary: "Origins where a merchant's card form may be shown",
	terms: { ...merchantTerm, ORIGIN: "The origin of a page, such as https://shop.example." },
	notes: ["A running gateway uses the change from its next request on."],
	commands: [
		defineCommand({
			verb: "list",
			summary: "Lists the merchant's origins.",
			operands: ["MERCHANT"],
			options: {},
			run: async ({ database }, [name]) => answer(database, await getNamedMerchant(database, name)),
		}),
		defineCommand({
			verb: "add",
			summary: "Allows an origin.",
			operands: ["MERCHANT", "ORIGIN"],
			options: {},
			run: add,
		}),
		defineCommand({
			verb: "remove",
			summary: "Removes an origin.",
			operands: ["MERCHANT", "ORIGIN"],
			options: {},
			run: remove,
		}),
	],
};

async function add(context: OperatorContext, [name, origin]: [string, string]): Promise<Answer> {
	const { database, clocks, login } = context;
	const merchant = await getNamedMerchant(database, name);
	const change = { origin, caller: operator(login) };
	await database.transaction().execute((transaction) => addOrigin(transaction, clocks, merchant, change));
	return answer(database, merchant);
}

/** @throws CommandRefused for an origin in another form, and at the maximum of origins */
export async function addOrigin(...[transaction, clocks, merchant, change]: Parameters<typeof allowOrigin>) {
	const problem = await allowOrigin(transaction, clocks, merchant, change);
	if (problem === "not_an_origin") throw refusals.notAnOrigin(merchant.mode);
	if (problem === "too_many") throw refusals.tooMany();
}

/** Does not check the form of the origin, so that any stored one can be removed. */
async function remove(context: OperatorContext, [name, origin]: [string, string]): Promise<Answer> {
	const { database, clocks, login } = context;
	const merchant = await getNamedMerchant(database, name);
	const change = { merchantId: merchant.id, origin, caller: operator(login) };
	const wasAllowed = await database.transaction().execute((transaction) => disallowOrigin(transaction, clocks, change));
	if (!wasAllowed) throw refusals.notAllowed(origin);
	return answer(database, merchant);
}

async function answer(database: Database, merchant: Merchant): Promise<Answer> {
	const origins = await listOrigins(database, merchant.id);
	const form = `The card form of ${describeMerchant(merchant)}`;
	const text =
		origins.length === 0
			? `${form} may be shown on no origin.`
			: [`${form} may be shown on:`, ...origins.map((origin) => `  ${origin}`)].join("\n");
	return merchantAnswer(merchant, text, { origins });
}
