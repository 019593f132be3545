import type { Actor } from "../audit/event.ts";
import { Problem } from "../problem.ts";
import type { Channel } from "./channel.ts";
import type { Merchant } from "./merchant.ts";
import type { Scope, Service } from "./scopes.ts";

/** From an access token or a staff session. */
export interface Access {
	scopes: Scope[];
	merchant: Merchant;
	channel: Channel;
	/** Or the staff member behind the partner's grant. */
	userId: number | null;
	/**
	 * True for five minutes after staff gave password and second factor. API clients prove their secret for each
	 * token, so it is true for them.
	 */
	isSteppedUp: boolean;
	/** For the audit log. */
	actor: Actor;
	/** `undefined` for the merchant's own tokens and for staff. */
	grantId: string | undefined;
}

/**
 * For requests that also do what another service does: in full, or at least `enough` of it.
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
		access: Access;
	}
}
