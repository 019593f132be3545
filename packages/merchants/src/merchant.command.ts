import type { Clocks } from "@cardseal/platform";
import { type Caller, operator } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	type OperatorContext,
	readName,
	table,
	unlessRefused,
} from "@cardseal/platform/operator";
import type { Vault } from "@cardseal/vault";
import type { ZodType } from "zod";
import { createMerchant, type NewMerchant } from "./create-merchant.ts";
import { environmentOf, type Merchant } from "./merchant.ts";
import { listMerchants } from "./merchants.store.ts";
import { describeMerchant, getNamedMerchant, merchantTerm } from "./named-merchant.ts";
import { addOrigin } from "./origins/origin.command.ts";
import { timeZoneChoices } from "./settings/time-zones.ts";

const refusals = {
	zone: () => new CommandRefused("--time-zone is a name like America/Toronto (IANA), or UTC."),
	sandbox: () => new CommandRefused("A sandbox has no live merchants, since they move real money. Leave out --live."),
	mail: () =>
		new CommandRefused(
			"Owners of live merchants are warned by email, and the gateway sends none without SMTP_URL. Set it for gateway and command first.",
		),
	email: () => new CommandRefused("--owner is an email address such as name@example.com."),
	person: () => new CommandRefused("--owner-name is the person's name, of 1 to 100 characters."),
};

const ownerOptions = {
	owner: { type: "string", required: true, value: "EMAIL", meaning: "The email address of the owner." },
	"owner-name": { type: "string", required: true, value: "NAME", meaning: "The name of the owner." },
} as const;

export interface MerchantContext extends OperatorContext {
	config: { smtpUrl: string | undefined };
}

/** Identity's part: it knows the people who own merchants. */
interface Owners {
	personFields: { email: ZodType<string>; name: ZodType<string> };
	/** Returns the link of the invitation. */
	inviteOwner(
		transaction: Database,
		inviting: { vault: Vault; clocks: Clocks; publicUrl: string },
		owner: Owner & { merchantId: number; caller: Caller },
	): Promise<string>;
}

export const merchantCommands = (owners: Owners): CommandGroup<MerchantContext> => ({
	name: "merchant",
	summary: "Merchants and their owners",
	terms: merchantTerm,
	notes: [
		"The owner gets an invitation by email. It is valid for seven days and works once; its link is printed as well.",
		"If the owner does not accept in time, invite-owner invites the same person or another one.",
	],
	commands: [
		defineCommand({
			verb: "add",
			summary: "Adds a merchant and invites its owner.",
			operands: [],
			options: {
				name: { type: "string", required: true, value: "NAME", meaning: "The business name." },
				...ownerOptions,
				live: {
					type: "boolean",
					meaning:
						"Adds a live merchant, with a demo twin for trying. Without it, a demo merchant, which takes test cards only.",
				},
				"time-zone": {
					type: "string",
					value: "ZONE",
					meaning: "An IANA time zone, such as America/Toronto. Default: UTC.",
				},
				origin: {
					type: "string",
					multiple: true,
					value: "ORIGIN",
					meaning: "An origin that may show the card form, such as https://shop.example. May be repeated.",
				},
			},
			run: (context, _operands, values) => {
				const name = readName(values.name);
				const owner = readOwner(owners, values);
				const mode = values.live === true ? "live" : "demo";
				const merchant = { name, mode, timeZone: values["time-zone"] ?? "UTC" } as const;
				return add({ ...context, ...owners }, merchant, { owner, origins: values.origin ?? [] });
			},
		}),
		defineCommand({
			verb: "invite-owner",
			summary: "Invites the owner again, and withdraws earlier invitations of an owner.",
			operands: ["MERCHANT"],
			options: ownerOptions,
			run: (context, [merchant], values) => inviteAgain({ ...context, ...owners }, merchant, values),
		}),
		defineCommand({
			verb: "list",
			summary: "Lists the merchants.",
			operands: [],
			options: {},
			run: ({ database }) => list(database),
		}),
	],
});

interface Owner {
	email: string;
	name: string;
}

function readOwner({ personFields }: Owners, typed: { owner: string; "owner-name": string }): Owner {
	const email = personFields.email.safeParse(typed.owner);
	const name = personFields.name.safeParse(typed["owner-name"]);
	if (!email.success) throw refusals.email();
	if (!name.success) throw refusals.person();
	return { email: email.data, name: name.data };
}

async function add(
	context: MerchantContext & Owners,
	merchant: NewMerchant,
	{ owner, origins }: { owner: Owner; origins: string[] },
): Promise<Answer> {
	const { config, database, clocks, login, createVault } = context;
	// Nothing may be created when the master key is missing.
	const vault = await createVault();
	const isSandbox = await context.isSandbox(vault);
	if (merchant.mode === "live" && isSandbox) throw refusals.sandbox();
	if (merchant.mode === "live" && config.smtpUrl === undefined) throw refusals.mail();
	if (!(await timeZoneChoices(database)()).includes(merchant.timeZone)) throw refusals.zone();
	const { added, link } = await database.transaction().execute(async (transaction) => {
		const created = await createMerchant(transaction, clocks, merchant, operator(login));
		for (const origin of origins) await addOrigin(transaction, clocks, created, { origin, caller: operator(login) });
		return { added: created, link: await invite(context, transaction, vault, created.id, owner) };
	});
	const publicKey = await vault.publicKeyOf({ id: added.id, environment: environmentOf(added) });
	return {
		text: `${added.name} is a merchant.\n${describe(added, [["public key", publicKey], ...origins.map((one) => ["origin", one] as const), invitation(link)])}`,
		json: { ...jsonOf(added), public_key: publicKey, origins, invitation_link: link },
	};
}

async function inviteAgain(
	context: MerchantContext & Owners,
	named: string,
	typed: { owner: string; "owner-name": string },
): Promise<Answer> {
	const { database, createVault } = context;
	const merchant = await getNamedMerchant(database, named);
	const owner = readOwner(context, typed);
	const vault = await createVault();
	const link = await database
		.transaction()
		.execute((transaction) => invite(context, transaction, vault, merchant.id, owner));
	return {
		text: `${owner.name} is invited to be the owner of ${describeMerchant(merchant)}.\n${table([invitation(link)])}`,
		json: { merchant_id: merchant.publicId, invitation_link: link },
	};
}

/** Runs in the transaction that creates a new merchant. */
async function invite(
	{ clocks, login, findPublicUrl, inviteOwner }: MerchantContext & Owners,
	transaction: Database,
	vault: Vault,
	merchantId: number,
	owner: Owner,
): Promise<string> {
	const publicUrl = await findPublicUrl();
	return unlessRefused(
		inviteOwner(transaction, { vault, clocks, publicUrl }, { ...owner, merchantId, caller: operator(login) }),
	);
}

const invitation = (link: string) => ["invitation", `${link}  (valid for seven days, once)`] as const;

async function list(database: Database): Promise<Answer> {
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
