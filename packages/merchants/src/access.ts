import { Problem } from "@cardseal/platform";
import type { Access } from "@cardseal/platform/http-env";
import type { Channel } from "./channel.ts";
import type { Merchant } from "./merchant.ts";
import type { Scope, Service } from "./scopes.ts";

export type { Access } from "@cardseal/platform/http-env";

/**
 * For requests that also do another service's work.
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

declare module "@cardseal/platform/http-env" {
	interface AccessMerchant extends Merchant {}

	interface Access {
		scopes: Scope[];
		channel: Channel;
		/** The staff member behind a partner's grant counts, too. */
		userId: number | null;
		/** True for API clients, and for five minutes after password and second factor. */
		isSteppedUp: boolean;
		/** `undefined` for the merchant's own tokens and for staff. */
		grantId: string | undefined;
	}
}
