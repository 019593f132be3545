import type { Vault } from "@cardseal/vault";
import { type Caller, operator } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import type { Database } from "../db/database.ts";
import { newLookupId } from "../ids.ts";
import { environmentOf, type Merchant } from "../merchants/merchant.ts";
import { insertMerchant, listMerchants } from "../merchants/merchants.store.ts";
import { timeZoneChoices } from "../merchants/time-zones.ts";
import { lineOfText } from "../text.ts";
import { type OperatorAnswer, readWords, table } from "./command.ts";
import { CommandRefused } from "./command-refused.ts";
import { describeMerchant, getNamedMerchant, type Operation, type VaultOperation } from "./operation.ts";

const usage = [
	"The merchants of this installation:",
	"  npm run admin -- merchant add --name NAME --owner EMAIL --owner-name NAME [--live] [--time-zone ZONE]",
	"  npm run admin -- merchant invite-owner MERCHANT --owner EMAIL --owner-name NAME",
	"  npm run admin -- merchant list",
	"The owner gets an invitation by mail, good for seven days; its link is printed as well. Without --live it is a demo",
	"merchant, which takes test cards alone. ZONE is like America/Toronto (UTC when it is not said). Where no owner came in",
	"time, invite-owner asks again, or somebody else. --json answers in JSON.",
].join("\n");

const refusals = {
	usage: () => new CommandRefused(usage),
	name: (problem: string) => new CommandRefused(`--name cannot be used. ${problem}`),
	zone: () => new CommandRefused("--time-zone is a name like America/Toronto (IANA), or UTC."),
	sandbox: () => new CommandRefused("A sandbox takes no live merchants: their money is real. Leave out --live."),
};

const options = {
	name: { type: "string" },
	owner: { type: "string" },
	"owner-name": { type: "string" },
	live: { type: "boolean" },
	"time-zone": { type: "string" },
} as const;

/** Who is to be the primary owner of a merchant that has none yet. */
export interface FirstOwner {
	merchantId: number;
	email: string;
	name: string;
	caller: Caller;
}

export interface MerchantOperation extends VaultOperation {
	/** Whether the database is a sandbox's. */
	isSandbox: (vault: Vault) => Promise<boolean>;
	/**
	 * Asks somebody to be the owner, and nobody else any more; returns the link by which they accept.
	 *
	 * @param transaction the one that makes the merchant, if it is new: neither stands without the other
	 * @throws CommandRefused for a person who cannot be, or where there is an owner
	 */
	inviteOwner: (transaction: Database, vault: Vault, owner: FirstOwner) => Promise<string>;
}

/**
 * Carries out `add`, `invite-owner MERCHANT` or `list`.
 *
 * @throws CommandRefused
 */
export async function manageMerchants(operation: MerchantOperation, words: string[]): Promise<OperatorAnswer> {
	const { positionals, values } = readWords(words, options, usage);
	const [action, merchant, ...others] = positionals;
	if (others.length > 0) throw refusals.usage();
	if (action === "invite-owner" && merchant !== undefined) return inviteAgain(operation, merchant, values);
	if (merchant !== undefined) throw refusals.usage();
	if (action === "add") return add(operation, values);
	if (action === "list" && Object.keys(values).length === 0) return list(operation);
	throw refusals.usage();
}

type Values = ReturnType<typeof readWords<typeof options>>["values"];

async function add(operation: MerchantOperation, values: Values): Promise<OperatorAnswer> {
	const { database, isSandbox, openVault } = operation;
	const { owner: email, "owner-name": ownerName, "time-zone": timeZone = "UTC", live: isLive = false } = values;
	if (values.name === undefined || email === undefined || ownerName === undefined) throw refusals.usage();
	const name = lineOfText.safeParse(values.name.trim());
	if (!name.success) throw refusals.name(name.error.issues[0]?.message ?? "");
	if (name.data === "") throw refusals.usage();
	// Before anything is made, since nothing is to be when the master key is not there.
	const vault = await openVault();
	if (isLive && (await isSandbox(vault))) throw refusals.sandbox();
	if (!(await timeZoneChoices(database)()).includes(timeZone)) throw refusals.zone();
	const merchant = { name: name.data, mode: isLive ? ("live" as const) : ("demo" as const), timeZone };
	const { link, added, publicKey } = await make({ ...operation, vault }, merchant, { email, name: ownerName });
	return {
		text: `${added.name} is a merchant.\n${describe(added, [["public key", publicKey], ownersLink(link)])}`,
		json: { ...jsonOf(added), public_key: publicKey, invitation_link: link },
	};
}

async function make(
	{ database, clocks, login, vault, inviteOwner }: MerchantOperation & { vault: Vault },
	{ name, mode, timeZone }: Pick<Merchant, "name" | "mode" | "timeZone">,
	person: { email: string; name: string },
) {
	const caller = operator(login);
	const made = await database.transaction().execute(async (transaction) => {
		const publicId = newLookupId();
		const row = { merchant_id: publicId, name, mode, time_zone: timeZone, created_at: clocks.business.now() };
		const added = await insertMerchant(transaction, row);
		const about = { object: publicId, merchantId: added.id, caller };
		await recordEvent(transaction, clocks, { ...about, type: "merchant.created" });
		return { added, link: await inviteOwner(transaction, vault, { ...person, merchantId: added.id, caller }) };
	});
	const publicKey = await vault.publicKeyOf({ id: made.added.id, environment: environmentOf(made.added) });
	return { ...made, publicKey };
}

async function inviteAgain(
	{ database, login, openVault, inviteOwner }: MerchantOperation,
	named: string,
	{ owner: email, "owner-name": name, ...others }: Values,
): Promise<OperatorAnswer> {
	if (email === undefined || name === undefined || Object.keys(others).length > 0) throw refusals.usage();
	const merchant = await getNamedMerchant(database, named);
	const vault = await openVault();
	const link = await database
		.transaction()
		.execute((transaction) =>
			inviteOwner(transaction, vault, { merchantId: merchant.id, email, name, caller: operator(login) }),
		);
	return {
		text: `${name} is asked to be the owner of ${describeMerchant(merchant)}.\n${table([ownersLink(link)])}`,
		json: { merchant_id: merchant.publicId, invitation_link: link },
	};
}

const ownersLink = (link: string) => ["owner's link", `${link}  (good for seven days, once)`] as const;

async function list({ database }: Operation): Promise<OperatorAnswer> {
	const merchants = await listMerchants(database);
	const text = merchants.map((merchant) => `${merchant.name}\n${describe(merchant)}`).join("\n");
	return { text: text === "" ? "There are no merchants." : text, json: { merchants: merchants.map(jsonOf) } };
}

function describe(merchant: Merchant, more: readonly (readonly [string, string])[] = []): string {
	return table([
		["merchant id", merchant.publicId],
		["mode", merchant.mode],
		["time zone", merchant.timeZone],
		["currencies", merchant.currencies.join(" ")],
		...more,
	]);
}

function jsonOf({ publicId, name, mode, timeZone, currencies }: Merchant) {
	return { merchant_id: publicId, name, mode, time_zone: timeZone, currencies };
}
