import type { Vault } from "@cardseal/vault";
import { type Caller, operator } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import { CommandRefused } from "../command-refused.ts";
import type { Database } from "../db/database.ts";
import { newLookupId } from "../ids.ts";
import { type OperatorAnswer, readWords, table } from "../operator-command.ts";
import { lineOfText } from "../text.ts";
import { environmentOf, type Merchant } from "./merchant.ts";
import { insertMerchant, isTimeZone, listMerchants } from "./merchants.store.ts";
import type { Operation, VaultOperation } from "./operator.ts";

const usage = [
	"The merchants of this installation:",
	"  npm run admin -- merchant add --name NAME --owner EMAIL --owner-name NAME [--live] [--time-zone ZONE]",
	"  npm run admin -- merchant list",
	"The owner gets an invitation by mail, good for seven days; its link is printed as well. Without --live it is a demo",
	"merchant, which takes test cards alone. ZONE is like America/Toronto (UTC when it is not said). --json answers in JSON.",
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

/** Who is to be a new merchant's primary owner. */
export interface FirstOwner {
	merchantId: number;
	email: string;
	name: string;
	caller: Caller;
}

export interface MerchantOperation extends VaultOperation {
	/** Whether this is a sandbox, as far as the settings say. */
	isSandbox: boolean;
	/**
	 * Asks somebody to be the owner; returns the link by which they accept.
	 *
	 * @param transaction the one that makes the merchant: neither stands without the other
	 * @throws CommandRefused for a person who cannot be
	 */
	inviteOwner: (transaction: Database, vault: Vault, owner: FirstOwner) => Promise<string>;
}

/**
 * Carries out `add` or `list`.
 *
 * @throws CommandRefused
 */
export async function manageMerchants(operation: MerchantOperation, words: string[]): Promise<OperatorAnswer> {
	const { positionals, values } = readWords(words, options, usage);
	const [action, ...others] = positionals;
	if (others.length > 0) throw refusals.usage();
	if (action === "add") return add(operation, values);
	if (action === "list" && Object.keys(values).length === 0) return list(operation);
	throw refusals.usage();
}

type Values = ReturnType<typeof readWords<typeof options>>["values"];

async function add(operation: MerchantOperation, values: Values): Promise<OperatorAnswer> {
	const { database, isSandbox } = operation;
	const { owner: email, "owner-name": ownerName, "time-zone": timeZone = "UTC", live: isLive = false } = values;
	if (values.name === undefined || email === undefined || ownerName === undefined) throw refusals.usage();
	const name = lineOfText.safeParse(values.name.trim());
	if (!name.success) throw refusals.name(name.error.issues[0]?.message ?? "");
	if (name.data === "") throw refusals.usage();
	if (isLive && isSandbox) throw refusals.sandbox();
	if (!(await isTimeZone(database, timeZone))) throw refusals.zone();
	const merchant = { name: name.data, mode: isLive ? ("live" as const) : ("demo" as const), timeZone };
	const { link, added, publicKey } = await make(operation, merchant, { email, name: ownerName });
	const owner = [["owner's link", `${link}  (good for seven days, once)`]] as const;
	return {
		text: `${added.name} is a merchant.\n${describe(added, [["public key", publicKey], ...owner])}`,
		json: { ...jsonOf(added), public_key: publicKey, invitation_link: link },
	};
}

async function make(
	{ database, clocks, login, openVault, inviteOwner }: MerchantOperation,
	{ name, mode, timeZone }: Pick<Merchant, "name" | "mode" | "timeZone">,
	person: { email: string; name: string },
) {
	// First of all, since nothing is to be made when the master key is not there.
	const vault = await openVault();
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
