import type { Answer } from "./client.ts";
import type { TestGateway } from "./gateway.ts";
import { type Credentials, type StaffBrowser, signInStaff } from "./staff.ts";

type Parameters = Record<string, string | undefined>;

/** The address to which the demo partner sends a merchant's browser. Undefined parameters are left out. */
export function authorizePath({ demo }: TestGateway, change: Parameters = {}): string {
	const { client_id, redirect_uri } = demo.partner;
	const parameters = { response_type: "code", client_id, redirect_uri, state: "xyz", ...change };
	const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
	return `/oauth/authorize?${new URLSearchParams(given)}`;
}

/** A browser in which a merchant's owner has signed in, the first merchant's by default. */
export function ownersBrowser({ url, demo }: TestGateway, owner: Credentials = demo): Promise<StaffBrowser> {
	return signInStaff(url, owner);
}

/** Where an answer sends the browser: the address without its query, and the query's parameters. */
export function destination(answer: Answer): { address: string; parameters: Record<string, string> } {
	const url = new URL(answer.headers.get("Location") ?? "");
	return { address: url.origin + url.pathname, parameters: Object.fromEntries(url.searchParams) };
}
