import { operator } from "../audit/event.ts";
import { bankAccountOf } from "../eft/bank-accounts/bank-account.ts";
import { linkAccount, type NewLinkedAccount, removeLinkedAccount } from "../eft/bank-accounts/link-account.ts";
import { linkedAccountRecordOf, linkSchema } from "../eft/bank-accounts/linked-account-record.ts";
import { findLinkedAccount } from "../eft/bank-accounts/linked-accounts.store.ts";
import type { LinkedAccount } from "../eft/tables.ts";
import type { Merchant } from "../merchants/merchant.ts";
import { type OperatorAnswer, readWords, table } from "./command.ts";
import { CommandRefused } from "./command-refused.ts";
import { describeMerchant, getNamedMerchant, type VaultOperation } from "./operation.ts";

const usage = [
	"The bank account that a merchant's deposits go to:",
	"  npm run admin -- bank-account link MERCHANT --institution DIGITS --transit DIGITS --holder NAME",
	"  npm run admin -- bank-account show MERCHANT",
	"  npm run admin -- bank-account remove MERCHANT",
	"MERCHANT is the merchant's id or its public key. The account number is read from standard input, so that neither the",
	"shell's history nor the list of processes has it. NAME is whose account it is, as the bank has it. --json answers in JSON.",
].join("\n");

const refusals = {
	usage: () => new CommandRefused(usage),
	field: (problem: string) => new CommandRefused(problem),
	none: () => new CommandRefused("No bank account is linked, so nothing was removed."),
};

const options = {
	institution: { type: "string" },
	transit: { type: "string" },
	holder: { type: "string" },
} as const;

export interface BankAccountOperation extends VaultOperation {
	/** What the operator types, or what is piped in. */
	readInput: () => Promise<string>;
}

/**
 * Carries out `link MERCHANT`, `show MERCHANT` or `remove MERCHANT`. A gateway that runs knows of it from its next request on.
 *
 * @throws CommandRefused
 */
export async function manageBankAccount(operation: BankAccountOperation, words: string[]): Promise<OperatorAnswer> {
	const { positionals, values } = readWords(words, options, usage);
	const [action, merchantName, ...others] = positionals;
	if (merchantName === undefined || others.length > 0) throw refusals.usage();
	const { institution, transit, holder } = values;
	if (action === "link" && institution !== undefined && transit !== undefined && holder !== undefined) {
		const merchant = await getNamedMerchant(operation.database, merchantName);
		return link(operation, merchant, await readLink(operation, { institution, transit, holder }));
	}
	if (Object.keys(values).length > 0) throw refusals.usage();
	const merchant = await getNamedMerchant(operation.database, merchantName);
	if (action === "show") return answerOf(merchant, await findLinkedAccount(operation.database, merchant.id));
	if (action === "remove") return remove(operation, merchant);
	throw refusals.usage();
}

async function readLink(
	{ readInput }: BankAccountOperation,
	{ institution, transit, holder }: { institution: string; transit: string; holder: string },
): Promise<NewLinkedAccount> {
	const link = linkSchema.safeParse({
		institution_number: institution,
		transit_number: transit,
		account_number: (await readInput()).trim(),
		holder_name: holder,
	});
	if (!link.success) throw refusals.field(link.error.issues.map(({ message }) => message).join("\n"));
	return { account: bankAccountOf(link.data), holderName: link.data.holder_name };
}

async function link(
	{ openVault, login, ...books }: BankAccountOperation,
	merchant: Merchant,
	account: NewLinkedAccount,
): Promise<OperatorAnswer> {
	const linking = { ...books, vault: await openVault() };
	return answerOf(merchant, await linkAccount(linking, merchant, account, operator(login)));
}

async function remove(
	{ openVault, login, ...books }: BankAccountOperation,
	merchant: Merchant,
): Promise<OperatorAnswer> {
	const linking = { ...books, vault: await openVault() };
	if (!(await removeLinkedAccount(linking, merchant, operator(login)))) throw refusals.none();
	return answerOf(merchant, undefined);
}

function answerOf(merchant: Merchant, linked: LinkedAccount | undefined): OperatorAnswer {
	const who = describeMerchant(merchant);
	const json = linkedAccountRecordOf(linked);
	if (linked === undefined) return { text: `${who} has no bank account linked.`, json };
	const { masked_account, institution_number, holder_name, linked_at, warnings } = linked;
	const account = table([
		["account", `${masked_account} at institution ${institution_number}`],
		["holder", holder_name],
		["linked", new Date(linked_at).toISOString()],
		...warnings.map(({ message }) => ["unusual", message] as const),
	]);
	return { text: `Deposits of ${who} go to:\n${account}`, json };
}
