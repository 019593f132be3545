import { operator } from "../audit/event.ts";
import { type Channel, channels } from "../merchants/channel.ts";
import type { Merchant } from "../merchants/merchant.ts";
import {
	createCredential,
	type ListedCredential,
	listCredentials,
	revokeCredential,
	tokenLifetimes,
} from "../oauth/clients/credentials.ts";
import { isScope, type Scope, scopes } from "../oauth/scopes.ts";
import { lineOfText } from "../text.ts";
import { type OperatorAnswer, readWords, table } from "./command.ts";
import { CommandRefused, unlessRefused } from "./command-refused.ts";
import { describeMerchant, getNamedMerchant, type Operation, type VaultOperation } from "./operation.ts";

const usage = [
	"The credentials by which a merchant's own servers get tokens:",
	"  npm run admin -- credential add MERCHANT --name NAME [--channel CHANNEL] [--scope SCOPE …] [--token-lifetime SECONDS]",
	"  npm run admin -- credential list MERCHANT",
	"  npm run admin -- credential revoke MERCHANT CLIENT_ID",
	`MERCHANT is the merchant's id or its public key. CHANNEL is one of ${channels.join(", ")} (E_COMMERCE when it is not`,
	`said), SCOPE one of ${scopes.join(", ")} (all of them). SECONDS is how long a token lives: ${tokenLifetimes.shortestSeconds} to ${tokenLifetimes.longestSeconds} (${tokenLifetimes.usualSeconds}).`,
	"--json answers in JSON.",
].join("\n");

const refusals = {
	usage: () => new CommandRefused(usage),
	name: (problem: string) => new CommandRefused(`--name cannot be used. ${problem}`),
	channel: () => new CommandRefused(`--channel is one of ${channels.join(", ")}.`),
	scope: () => new CommandRefused(`--scope is one of ${scopes.join(", ")}.`),
	lifetime: () =>
		new CommandRefused(
			`--token-lifetime is a whole number of seconds from ${tokenLifetimes.shortestSeconds} to ${tokenLifetimes.longestSeconds}.`,
		),
};

const options = {
	name: { type: "string" },
	channel: { type: "string" },
	scope: { type: "string", multiple: true },
	"token-lifetime": { type: "string" },
} as const;

/**
 * Carries out `add MERCHANT`, `list MERCHANT` or `revoke MERCHANT CLIENT_ID`. A gateway that runs knows of it from its next
 * request on.
 *
 * @throws CommandRefused
 */
export async function manageCredentials(operation: VaultOperation, words: string[]): Promise<OperatorAnswer> {
	const { positionals, values } = readWords(words, options, usage);
	const [action, merchantName, clientId, ...others] = positionals;
	const hasOptions = Object.keys(values).length > 0;
	if (merchantName === undefined || others.length > 0) throw refusals.usage();
	const merchant = () => getNamedMerchant(operation.database, merchantName);
	if (action === "add" && clientId === undefined) return add(operation, readNewCredential(values), await merchant());
	if (action === "list" && clientId === undefined && !hasOptions) return list(operation, await merchant());
	if (action === "revoke" && clientId !== undefined && !hasOptions) {
		return revoke(operation, await merchant(), clientId);
	}
	throw refusals.usage();
}

type Values = ReturnType<typeof readWords<typeof options>>["values"];

function readNewCredential(values: Values) {
	const name = lineOfText.safeParse(values.name?.trim() ?? "");
	if (!name.success) throw refusals.name(name.error.issues[0]?.message ?? "");
	if (name.data === "") throw refusals.usage();
	return {
		name: name.data,
		channel: readChannel(values.channel),
		scopes: readScopes(values.scope),
		tokenLifetimeSeconds: readSeconds(values["token-lifetime"]),
		userId: null,
	};
}

function readChannel(name = "E_COMMERCE"): Channel {
	const channel = channels.find((one) => one === name);
	if (channel === undefined) throw refusals.channel();
	return channel;
}

function readScopes(names: string[] = [...scopes]): Scope[] {
	if (!names.every(isScope)) throw refusals.scope();
	return scopes.filter((one) => names.includes(one));
}

function readSeconds(text = String(tokenLifetimes.usualSeconds)): number {
	const seconds = /^[1-9][0-9]{0,5}$/.test(text) ? Number(text) : 0;
	if (seconds < tokenLifetimes.shortestSeconds || seconds > tokenLifetimes.longestSeconds) throw refusals.lifetime();
	return seconds;
}

async function add(
	operation: VaultOperation,
	credential: ReturnType<typeof readNewCredential>,
	merchant: Merchant,
): Promise<OperatorAnswer> {
	const { openVault, login, ...books } = operation;
	const vault = await openVault();
	const added = await unlessRefused(createCredential({ ...books, vault }, merchant, credential, operator(login)));
	const secret = [["client secret", `${added.clientSecret}  (shown this once)`]] as const;
	return {
		text: `${describeMerchant(merchant)} has another credential.\n${describe(added.credential, secret)}`,
		json: { ...jsonOf(added.credential), client_secret: added.clientSecret },
	};
}

async function list({ database }: Operation, merchant: Merchant): Promise<OperatorAnswer> {
	const credentials = await listCredentials(database, merchant.id);
	const who = describeMerchant(merchant);
	const text = [`${who} has ${credentials.length} credentials.`, ...credentials.map((one) => describe(one))].join(
		"\n\n",
	);
	return { text, json: { credentials: credentials.map(jsonOf) } };
}

async function revoke({ login, ...books }: Operation, merchant: Merchant, clientId: string): Promise<OperatorAnswer> {
	await unlessRefused(revokeCredential(books, { merchantId: merchant.id, clientId }, operator(login)));
	const text = "The credential was revoked: its secret and all of its tokens are good for nothing any more.";
	return { text, json: { client_id: clientId } };
}

function describe(credential: ListedCredential, more: readonly (readonly [string, string])[] = []): string {
	return table([
		["name", credential.name],
		["client id", credential.clientId],
		...more,
		["channel", credential.channel],
		["scopes", credential.scopes.join(" ")],
		["tokens live", `${credential.tokenLifetimeSeconds} s`],
		["created", timeOf(credential.createdAt)],
		["last used", credential.lastUsedAt === null ? "never" : timeOf(credential.lastUsedAt)],
	]);
}

function jsonOf(credential: ListedCredential) {
	return {
		client_id: credential.clientId,
		name: credential.name,
		channel: credential.channel,
		scopes: credential.scopes,
		token_lifetime_seconds: credential.tokenLifetimeSeconds,
		created_at: credential.createdAt,
		last_used_at: credential.lastUsedAt,
	};
}

function timeOf(milliseconds: number): string {
	return new Date(milliseconds).toISOString();
}
