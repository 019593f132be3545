import type { Merchant } from "@cardseal/merchants";
import { describeMerchant, getNamedMerchant, merchantTerm } from "@cardseal/merchants";
import { operator } from "@cardseal/platform/audit";
import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	type OperatorContext,
	table,
} from "@cardseal/platform/operator";
import type { LinkedAccount } from "../tables.ts";
import { bankAccountOf } from "./bank-account.ts";
import { linkAccount, type NewLinkedAccount, removeLinkedAccount } from "./link-account.ts";
import { linkedAccountRecordOf, linkSchema } from "./linked-account-record.ts";
import { findLinkedAccount } from "./linked-accounts.store.ts";

const refusals = {
	field: (problem: string) => new CommandRefused(problem),
	none: () => new CommandRefused("No bank account is linked, so nothing was removed."),
};

export const bankAccountCommands: CommandGroup = {
	name: "bank-account",
	summary: "The bank account that receives a merchant's withdrawals",
	terms: merchantTerm,
	notes: [
		"The account number is read from standard input, which keeps it out of the shell's history and the process list.",
		"A running gateway uses the change from its next request on.",
	],
	commands: [
		defineCommand({
			verb: "link",
			summary: "Links an account, or replaces the linked one.",
			operands: ["MERCHANT"],
			options: {
				institution: { type: "string", required: true, value: "DIGITS", meaning: "The bank's number, 3 digits." },
				transit: { type: "string", required: true, value: "DIGITS", meaning: "The branch's number, 5 digits." },
				holder: { type: "string", required: true, value: "NAME", meaning: "The account holder, as the bank knows it." },
			},
			run: async (context, [name], { institution, transit, holder }) => {
				const { database, clocks, login, createVault, readInput } = context;
				const merchant = await getNamedMerchant(database, name);
				const account = readAccount({
					institution_number: institution,
					transit_number: transit,
					account_number: (await readInput()).trim(),
					holder_name: holder,
				});
				const linking = { database, clocks, vault: await createVault() };
				return answer(merchant, await linkAccount(linking, merchant, account, operator(login)));
			},
		}),
		defineCommand({
			verb: "show",
			summary: "Prints the linked account, masked.",
			operands: ["MERCHANT"],
			options: {},
			run: async ({ database }, [name]) => {
				const merchant = await getNamedMerchant(database, name);
				return answer(merchant, await findLinkedAccount(database, merchant.id));
			},
		}),
		defineCommand({
			verb: "remove",
			summary: "Removes the linked account.",
			operands: ["MERCHANT"],
			options: {},
			run: (context, [name]) => remove(context, name),
		}),
	],
};

function readAccount(
	typed: Record<"institution_number" | "transit_number" | "account_number" | "holder_name", string>,
) {
	const link = linkSchema.safeParse(typed);
	if (!link.success) throw refusals.field(link.error.issues.map(({ message }) => message).join("\n"));
	return { account: bankAccountOf(link.data), holderName: link.data.holder_name } satisfies NewLinkedAccount;
}

async function remove({ database, clocks, login, createVault }: OperatorContext, name: string): Promise<Answer> {
	const merchant = await getNamedMerchant(database, name);
	const linking = { database, clocks, vault: await createVault() };
	if (!(await removeLinkedAccount(linking, merchant, operator(login)))) throw refusals.none();
	return answer(merchant, undefined);
}

function answer(merchant: Merchant, linked: LinkedAccount | undefined): Answer {
	const json = linkedAccountRecordOf(linked);
	if (linked === undefined) return { text: `${describeMerchant(merchant)} has no linked bank account.`, json };
	const { masked_account, institution_number, holder_name, linked_at, warnings } = linked;
	const account = table([
		["account", `${masked_account} at institution ${institution_number}`],
		["holder", holder_name],
		["linked", new Date(linked_at).toISOString()],
		...warnings.map(({ message }) => ["unusual", message] as const),
	]);
	return { text: `Withdrawals of ${describeMerchant(merchant)} go to:\n${account}`, json };
}
