import type { Actor } from "../audit/event.ts";
import { Problem } from "../problem.ts";
import type { Channel } from "./channel.ts";
import type { Merchant } from "./merchant.ts";
import type { Scope, Service } from "./scopes.ts";

/** The merchant that a request acts for and what it may do, from an access token or a staff session. */
export interface Access {
	scopes: Scope[];
	merchant: Merchant;
	channel: Channel;
	/** The staff member behind the request, or behind the partner's grant. */
	userId: number | null;
	/**
	 * False for staff who have not given password and second factor within five minutes. API clients prove their secret for
	 * each token, so it is true for them.
	 */
	isSteppedUp: boolean;
	/** The actor that the audit log names. */
	actor: Actor;
	/** The grant of a partner's token; `undefined` for the merchant's own tokens and for staff. */
	grantId: string | undefined;
}

/**
 * Requires a further service, for requests that also do what another service does: in full, or at least `enough` of it.
 *
 * @throws Problem 403
 */
export function requireAlsoScope({ scopes }: Pick<Access, "scopes">, scope: Service, enough: Scope = scope): void {
	if (scopes.includes(scope) || scopes.includes(enough)) return;
	const message = `This request also needs the scope "${scope}". Get a token with that scope, from a credential that has it.`;
	throw new Problem("scope_missing", message, {
		headers: { "WWW-Authenticate": `Bearer realm="cardseal", error="insufficient_scope", scope="${scope}"` },
	});
}

declare module "../http/gateway-env.ts" {
	interface RequestVariables {
		/** The authorization of the request; set before every route of the services. */
		access: Access;
	}
}
