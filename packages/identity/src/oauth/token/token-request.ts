import { includesScope, isScope, type Scope, scopes, simplifyScopes } from "@cardseal/merchants";
import type { Clocks } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Client, Partner } from "../clients/client.ts";
import { oauthProblem } from "../oauth-problem.ts";
import type { TokenHolder } from "./access.ts";

export interface GrantContext {
	database: Database;
	clocks: Clocks;
}

export interface TokenRequest {
	client: Client;
	parameters: ReadonlyMap<string, string>;
	caller: Caller;
}

export interface Granted {
	holder: TokenHolder;
	scopes: Scope[];
	lifetimeSeconds: number;
	refreshToken?: string;
}

/** @throws Problem 400 `unauthorized_client` for a merchant */
export function requirePartner(client: Client): Partner {
	if (client.kind === "partner") return client.partner;
	throw oauthProblem("unauthorized_client", "This grant is for partners. Use grant_type=client_credentials.");
}

/** Clients of other gateways send it for all scopes. */
const everyScope = "ecom";

/** Returns `undefined` for refused scopes. Ignores unknown names beside a known one. */
export function readScopes(requested: string | undefined, allowed: readonly Scope[]): Scope[] | undefined {
	if (requested === undefined) return [...allowed];
	const names = requested.split(" ").filter((name) => name !== "");
	if (names.includes(everyScope)) return [...allowed];
	const known = names.filter(isScope);
	const isAllowed = known.length > 0 && known.every((name) => includesScope(allowed, name));
	return isAllowed ? simplifyScopes(known) : undefined;
}

/** @throws Problem 400 `invalid_scope` */
export function narrowScopes(requested: string | undefined, allowed: readonly Scope[]): Scope[] {
	const read = readScopes(requested, allowed);
	if (read !== undefined) return read;
	const offered = scopes.filter((scope) => includesScope(allowed, scope));
	throw oauthProblem("invalid_scope", `Request some of these scopes: ${offered.join(" ")}.`);
}
