import {
	type Channel,
	channels,
	describeMerchant,
	getNamedMerchant,
	isScope,
	merchantTerm,
	type Scope,
	scopes,
	services,
	simplifyScopes,
} from "@cardseal/merchants";
import { operator } from "@cardseal/platform/audit";
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
import { createCredential, revokeCredential, tokenLifetimes } from "./credentials.ts";
import { type ListedCredential, listValidCredentials } from "./merchant-credentials.store.ts";

const { shortestSeconds, longestSeconds, usualSeconds } = tokenLifetimes;

const refusals = {
	channel: () => new CommandRefused(`--channel is one of ${channels.join(", ")}.`),
	scope: () => new CommandRefused(`--scope is one of ${scopes.join(", ")}.`),
	lifetime: () =>
		new CommandRefused(`--token-lifetime is a whole number of seconds from ${shortestSeconds} to ${longestSeconds}.`),
};

export const credentialCommands: CommandGroup = {
	name: "credential",
	summary: "Client credentials of a merchant's own servers",
	terms: { ...merchantTerm, CLIENT_ID: "The credential's client id, as list prints it." },
	notes: ["A running gateway uses the change from its next request on."],
	commands: [
		defineCommand({
			verb: "add",
			summary: "Creates a credential and prints its secret once.",
			operands: ["MERCHANT"],
			options: {
				name: { type: "string", required: true, value: "NAME", meaning: "A name for the credential." },
				channel: {
					type: "string",
					value: "CHANNEL",
					meaning: `One of ${channels.join(", ")}. Default: E_COMMERCE.`,
				},
				scope: {
					type: "string",
					multiple: true,
					value: "SCOPE",
					meaning: `One of ${scopes.join(", ")}. Default: all services in full.`,
				},
				"token-lifetime": {
					type: "string",
					value: "SECONDS",
					meaning: `Lifetime of access tokens, ${shortestSeconds} to ${longestSeconds}. Default: ${usualSeconds}.`,
				},
			},
			run: (context, [merchant], values) => {
				const credential = {
					name: readName(values.name),
					channel: readChannel(values.channel),
					scopes: readScopes(values.scope),
					tokenLifetimeSeconds: readSeconds(values["token-lifetime"]),
					expiresAt: null,
					userId: null,
				};
				return add(context, merchant, credential);
			},
		}),
		defineCommand({
			verb: "list",
			summary: "Lists the merchant's credentials, without their secrets.",
			operands: ["MERCHANT"],
			options: {},
			run: (context, [merchant]) => list(context, merchant),
		}),
		defineCommand({
			verb: "revoke",
			summary: "Revokes a credential and all of its tokens.",
			operands: ["MERCHANT", "CLIENT_ID"],
			options: {},
			run: (context, [merchant, clientId]) => revoke(context, merchant, clientId),
		}),
	],
};

function readChannel(name = "E_COMMERCE"): Channel {
	const channel = channels.find((one) => one === name);
	if (channel === undefined) throw refusals.channel();
	return channel;
}

function readScopes(names: string[] = [...services]): Scope[] {
	if (!names.every(isScope)) throw refusals.scope();
	return simplifyScopes(names);
}

function readSeconds(text = String(usualSeconds)): number {
	const seconds = /^[1-9][0-9]{0,5}$/.test(text) ? Number(text) : 0;
	if (seconds < shortestSeconds || seconds > longestSeconds) throw refusals.lifetime();
	return seconds;
}

async function add(
	{ database, clocks, login, createVault }: OperatorContext,
	name: string,
	credential: Parameters<typeof createCredential>[2],
): Promise<Answer> {
	const merchant = await getNamedMerchant(database, name);
	const vault = await createVault();
	const added = await unlessRefused(
		createCredential({ database, clocks, vault }, merchant, credential, operator(login)),
	);
	const secret = [["client secret", `${added.clientSecret}  (shown only now)`]] as const;
	return {
		text: `${describeMerchant(merchant)} has a new credential.\n${describe(added.credential, secret)}`,
		json: { ...jsonOf(added.credential), client_secret: added.clientSecret },
	};
}

async function list({ database }: OperatorContext, name: string): Promise<Answer> {
	const merchant = await getNamedMerchant(database, name);
	const credentials = await listValidCredentials(database, merchant.id);
	const count = `${describeMerchant(merchant)} has ${credentials.length} ${credentials.length === 1 ? "credential" : "credentials"}.`;
	const text = [count, ...credentials.map((one) => describe(one))].join("\n\n");
	return { text, json: { credentials: credentials.map(jsonOf) } };
}

async function revoke({ database, clocks, login }: OperatorContext, name: string, clientId: string): Promise<Answer> {
	const merchant = await getNamedMerchant(database, name);
	await unlessRefused(revokeCredential({ database, clocks }, { merchantId: merchant.id, clientId }, operator(login)));
	return { text: "The credential and all of its tokens are revoked.", json: { client_id: clientId } };
}

function describe(credential: ListedCredential, more: readonly (readonly [string, string])[] = []): string {
	return table([
		["name", credential.name],
		["client id", credential.client_id],
		...more,
		["channel", credential.channel],
		["scopes", credential.scopes.join(" ")],
		["token lifetime", `${credential.token_lifetime_seconds} s`],
		["created", timeOf(credential.created_at)],
		["expires", credential.expires_at === null ? "never" : timeOf(credential.expires_at)],
		["last used", credential.last_used_at === null ? "never" : timeOf(credential.last_used_at)],
	]);
}

function jsonOf({ created_by: _creator, ...credential }: ListedCredential) {
	return credential;
}

function timeOf(milliseconds: number): string {
	return new Date(milliseconds).toISOString();
}
