import { readFile } from "node:fs/promises";
import { operator } from "../audit/event.ts";
import type { Partner } from "../oauth/clients/client.ts";
import { redirectUriProblem } from "../oauth/clients/redirect-uri.ts";
import { readPartnerImage } from "../oauth/partners/partner-image.ts";
import { listPartners } from "../oauth/partners/partners.store.ts";
import { addPartner, type NewPartner, removePartner } from "../oauth/partners/partners.ts";
import { lineOfText } from "../text.ts";
import { type OperatorAnswer, readWords, table } from "./command.ts";
import { CommandRefused } from "./command-refused.ts";
import type { Operation, VaultOperation } from "./operation.ts";

const usage = [
	"The partners that may ask merchants to be let in:",
	"  npm run admin -- partner add --name NAME --callback URI [--callback URI …] [--image URL|FILE]",
	"                               [--require-pkce] [--refresh-days DAYS]",
	"  npm run admin -- partner list",
	"  npm run admin -- partner remove CLIENT_ID",
	"NAME is the business as merchants read it. URI is where codes are sent: https://host/path, compared letter by letter.",
	"FILE is a square PNG, JPEG or WebP, which merchants see; a URL in its place is kept, and shown to nobody but you. DAYS",
	"is how long an unused refresh token is good for: for ever, when it is not said. --json answers in JSON.",
].join("\n");

const refusals = {
	usage: () => new CommandRefused(usage),
	name: (problem: string) => new CommandRefused(`--name cannot be used. ${problem}`),
	callback: (uri: string, problem: string) => new CommandRefused(`${uri} ${problem}.`),
	tooMany: () => new CommandRefused(`A partner has 1 to ${maximumCallbacks} callbacks.`),
	image: (place: string, problem: string) => new CommandRefused(`${place} ${problem}.`),
	days: () => new CommandRefused(`--refresh-days is a whole number from 1 to ${maximumDays}.`),
	unknown: () => new CommandRefused("There is no partner with this client id, so nothing was removed."),
};

const maximumCallbacks = 10;
const maximumDays = 3_650;
const daySeconds = 86_400;

const options = {
	name: { type: "string" },
	callback: { type: "string", multiple: true },
	image: { type: "string" },
	"require-pkce": { type: "boolean" },
	"refresh-days": { type: "string" },
} as const;

/**
 * Carries out `add`, `list` or `remove CLIENT_ID`. A gateway that runs knows of it from its next request on.
 *
 * @throws CommandRefused
 */
export async function managePartners(operation: VaultOperation, words: string[]): Promise<OperatorAnswer> {
	const { positionals, values } = readWords(words, options, usage);
	const [action, clientId, ...others] = positionals;
	const hasOptions = Object.keys(values).length > 0;
	if (action === "add" && clientId === undefined) return add(operation, await readNewPartner(values));
	if (action === "list" && clientId === undefined && !hasOptions) return list(operation);
	if (action === "remove" && clientId !== undefined && others.length === 0 && !hasOptions) {
		return remove(operation, clientId);
	}
	throw refusals.usage();
}

type Values = ReturnType<typeof readWords<typeof options>>["values"];

async function readNewPartner(values: Values): Promise<NewPartner> {
	if (values.name === undefined || values.callback === undefined) throw refusals.usage();
	const name = lineOfText.safeParse(values.name.trim());
	if (!name.success) throw refusals.name(name.error.issues[0]?.message ?? "");
	if (name.data === "") throw refusals.usage();
	return {
		businessName: name.data,
		redirectUris: readCallbacks(values.callback),
		image: values.image === undefined ? undefined : await readImage(values.image),
		requiresPkce: values["require-pkce"] === true,
		refreshTokenLifetimeSeconds: readDays(values["refresh-days"]),
	};
}

function readCallbacks(given: string[]): string[] {
	const uris = [...new Set(given)];
	if (uris.length > maximumCallbacks) throw refusals.tooMany();
	for (const uri of uris) {
		const problem = redirectUriProblem(uri);
		if (problem !== undefined) throw refusals.callback(uri, problem);
	}
	return uris;
}

async function readImage(place: string): Promise<NewPartner["image"]> {
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(place)) return { url: readImageUrl(place) };
	const bytes = await readFile(place).catch(() => undefined);
	if (bytes === undefined) throw refusals.image(place, "cannot be read");
	const read = readPartnerImage(bytes);
	if ("problem" in read) throw refusals.image(place, read.problem);
	return { file: read.image };
}

/** Held to what a callback is held to. */
function readImageUrl(url: string): string {
	const problem = url.startsWith("https://") ? redirectUriProblem(url) : "must begin with https://";
	if (problem !== undefined) throw refusals.image(url, problem);
	return url;
}

function readDays(days: string | undefined): number | null {
	if (days === undefined) return null;
	const isWhole = /^[1-9][0-9]{0,3}$/.test(days) && Number(days) <= maximumDays;
	if (!isWhole) throw refusals.days();
	return Number(days) * daySeconds;
}

async function add(operation: VaultOperation, newPartner: NewPartner): Promise<OperatorAnswer> {
	const { openVault, login, ...books } = operation;
	const added = await addPartner({ ...books, vault: await openVault() }, newPartner, operator(login));
	const secret = [["client secret", `${added.clientSecret}  (shown this once)`]] as const;
	return {
		text: `${added.partner.businessName} may ask merchants to be let in.\n${describe(added.partner, secret)}`,
		json: { ...jsonOf(added.partner), client_secret: added.clientSecret },
	};
}

async function list({ database }: Operation): Promise<OperatorAnswer> {
	const partners = await listPartners(database);
	const text = partners.map((partner) => `${partner.businessName}\n${describe(partner)}`).join("\n");
	return { text: text === "" ? "There are no partners." : text, json: { partners: partners.map(jsonOf) } };
}

async function remove({ login, ...books }: Operation, clientId: string): Promise<OperatorAnswer> {
	if (!(await removePartner(books, clientId, operator(login)))) throw refusals.unknown();
	return { text: "The partner was removed. All that merchants allowed it has ended.", json: { client_id: clientId } };
}

function describe(partner: Partner, more: readonly (readonly [string, string])[] = []): string {
	const { refreshTokenLifetimeSeconds: seconds } = partner;
	return table([
		["client id", partner.clientId],
		...more,
		...partner.redirectUris.map((uri) => ["callback", uri] as const),
		["image", partner.imageUrl ?? "none"],
		["proof key (PKCE)", partner.requiresPkce ? "required" : "taken"],
		["unused refresh tokens", seconds === null ? "good for ever" : `good for ${seconds / daySeconds} days`],
	]);
}

function jsonOf(partner: Partner) {
	return {
		client_id: partner.clientId,
		business_name: partner.businessName,
		callbacks: partner.redirectUris,
		image_url: partner.imageUrl,
		requires_pkce: partner.requiresPkce,
		refresh_token_lifetime_seconds: partner.refreshTokenLifetimeSeconds,
	};
}
