import type { Channel } from "../../merchants/channel.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import type { Scope } from "../scopes.ts";

/** A merchant's own client: a credential, with the merchant it acts for. */
export interface Credential {
	clientId: string;
	channel: Channel;
	scopes: Scope[];
	/** The staff member who made it. */
	userId: number | null;
	merchant: Merchant;
}

/** A business that acts for merchants who consented. */
export interface Partner {
	id: number;
	clientId: string;
	businessName: string;
	/** Where codes may be sent, as the operator registered them. */
	redirectUris: string[];
	/** Whether a code is given only against a proof key (RFC 7636). */
	requiresPkce: boolean;
	/** How long an unused refresh token is good for; `null` for ever (rule O-34). */
	refreshTokenLifetimeSeconds: number | null;
	/** Of its square image: a path of ours, or an address elsewhere that no page shows; `null` when it has none. */
	imageUrl: string | null;
}

/** Whoever may ask for tokens. */
export type Client =
	| { kind: "merchant"; clientId: string; credential: Credential; tokenLifetimeSeconds: number }
	| { kind: "partner"; clientId: string; partner: Partner };

/** What we issue as client ids. Anything else is nobody's, and need not go into a query. */
const clientIdPattern = /^[A-Za-z0-9]{1,64}$/;

/** Whether `text` has the form of a client id. */
export function isClientId(text: string): boolean {
	return clientIdPattern.test(text);
}
