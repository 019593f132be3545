import { readFile } from "node:fs/promises";
import { operator } from "@cardseal/platform/audit";
import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	type OperatorContext,
	readName,
	table,
} from "@cardseal/platform/operator";
import type { Partner } from "../clients/client.ts";
import { redirectUriProblem } from "../clients/redirect-uri.ts";
import { readPartnerImage } from "./partner-image.ts";
import { listPartners } from "./partners.store.ts";
import { addPartner, type NewPartner, removePartner } from "./partners.ts";

const maximumCallbacks = 10;
const maximumDays = 3_650;
const daySeconds = 86_400;

const refusals = {
	callback: (uri: string, problem: string) => new CommandRefused(`${uri} ${problem}.`),
	tooMany: () => new CommandRefused(`A partner has 1 to ${maximumCallbacks} callbacks.`),
	image: (place: string, problem: string) => new CommandRefused(`${place} ${problem}.`),
	days: () => new CommandRefused(`--refresh-days is a whole number from 1 to ${maximumDays}.`),
	unknown: () => new CommandRefused("There is no partner with this client id, so nothing was removed."),
};

export const partnerCommands: CommandGroup = {
	name: "partner",
	summary: "Partners that may ask merchants for access (OAuth clients)",
	terms: { CLIENT_ID: "The partner's client id, as list prints it." },
	notes: ["A running gateway uses the change from its next request on."],
	commands: [
		defineCommand({
			verb: "add",
			summary: "Registers a partner and prints its secret once.",
			operands: [],
			options: {
				name: { type: "string", required: true, value: "NAME", meaning: "The business name that merchants see." },
				callback: {
					type: "string",
					multiple: true,
					required: true,
					value: "URI",
					meaning:
						"The redirect URI for authorization codes, such as https://host/path. Compared character by character.",
				},
				image: {
					type: "string",
					value: "URL|FILE",
					meaning: "A square PNG, JPEG or WebP file that merchants see. A URL is stored, and never shown to merchants.",
				},
				"optional-pkce": {
					type: "boolean",
					meaning:
						"Takes requests without a proof key (PKCE), for a partner whose program sends none (RFC 9700 §2.1.1).",
				},
				"refresh-days": {
					type: "string",
					value: "DAYS",
					meaning: "Days after which an unused refresh token expires. Default: never.",
				},
			},
			run: async (context, _operands, values) =>
				add(context, {
					businessName: readName(values.name),
					redirectUris: readCallbacks(values.callback),
					image: values.image === undefined ? undefined : await readImage(values.image),
					requiresPkce: values["optional-pkce"] !== true,
					refreshTokenLifetimeSeconds: readDays(values["refresh-days"]),
				}),
		}),
		defineCommand({
			verb: "list",
			summary: "Lists the partners, without their secrets.",
			operands: [],
			options: {},
			run: async ({ database }) => {
				const partners = await listPartners(database);
				const text = partners.map((partner) => `${partner.businessName}\n${describe(partner)}`).join("\n");
				return { text: text === "" ? "There are no partners." : text, json: { partners: partners.map(jsonOf) } };
			},
		}),
		defineCommand({
			verb: "remove",
			summary: "Removes a partner, with all access that merchants gave it.",
			operands: ["CLIENT_ID"],
			options: {},
			run: async ({ database, clocks, login }, [clientId]) => {
				if (!(await removePartner({ database, clocks }, clientId, operator(login)))) throw refusals.unknown();
				const text = "The partner was removed, with all access that merchants gave it.";
				return { text, json: { client_id: clientId } };
			},
		}),
	],
};

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

async function add({ database, clocks, login, createVault }: OperatorContext, newPartner: NewPartner): Promise<Answer> {
	const added = await addPartner({ database, clocks, vault: await createVault() }, newPartner, operator(login));
	const secret = [["client secret", `${added.clientSecret}  (shown only now)`]] as const;
	return {
		text: `${added.partner.businessName} may ask merchants for access.\n${describe(added.partner, secret)}`,
		json: { ...jsonOf(added.partner), client_secret: added.clientSecret },
	};
}

function describe(partner: Partner, more: readonly (readonly [string, string])[] = []): string {
	const { refreshTokenLifetimeSeconds: seconds } = partner;
	return table([
		["client id", partner.clientId],
		...more,
		...partner.redirectUris.map((uri) => ["callback", uri] as const),
		["image", partner.imageUrl ?? "none"],
		["proof key (PKCE)", partner.requiresPkce ? "required" : "optional"],
		["unused refresh tokens", seconds === null ? "never expire" : `expire after ${seconds / daySeconds} days`],
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
