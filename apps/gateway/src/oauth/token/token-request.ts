import type { Caller } from "../../audit/event.ts";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import type { Client, Partner } from "../clients/client.ts";
import { oauthProblem } from "../oauth-problem.ts";
import { isScope, type Scope } from "../scopes.ts";
import type { TokenHolder } from "./access.ts";

/** Where grants are kept. */
export interface GrantBooks {
	database: Database;
	clocks: Clocks;
}

/** A request to the token endpoint, when it is known whose it is. */
export interface TokenRequest {
	client: Client;
	parameters: ReadonlyMap<string, string>;
	caller: Caller;
}

/** What it was granted. */
export interface Granted {
	holder: TokenHolder;
	scopes: Scope[];
	/** How long the access token lives. */
	lifetimeSeconds: number;
	refreshToken?: string;
}

/** @throws Problem 400 `unauthorized_client` for a merchant's own client, which nobody has to let in */
export function requirePartner(client: Client): Partner {
	if (client.kind === "partner") return client.partner;
	throw oauthProblem("unauthorized_client", "This grant is for partners. Use grant_type=client_credentials.");
}

/**
 * The scopes that a request asks for: some of those it may, or all when it names none.
 *
 * @throws Problem 400 `invalid_scope`
 */
export function narrowScopes(requested: string | undefined, allowed: readonly Scope[]): Scope[] {
	if (requested === undefined) return [...allowed];
	const names = requested.split(" ").filter((name) => name !== "");
	const isAllowed = (name: string): name is Scope => isScope(name) && allowed.includes(name);
	if (names.length > 0 && names.every(isAllowed)) return [...new Set(names)];
	throw oauthProblem("invalid_scope", `Ask for some of these scopes: ${allowed.join(" ")}.`);
}
