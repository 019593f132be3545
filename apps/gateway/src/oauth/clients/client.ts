import type { Channel } from "../../merchants/channel.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import type { Scope } from "../../merchants/scopes.ts";

/** A merchant's own client. */
export interface Credential {
	clientId: string;
	channel: Channel;
	scopes: Scope[];
	/** The staff member who created it. */
	userId: number | null;
	merchant: Merchant;
}

/** A business that acts for merchants with their consent. */
export interface Partner {
	id: number;
	clientId: string;
	businessName: string;
	redirectUris: string[];
	/** True if codes require a proof key (RFC 7636). */
	requiresPkce: boolean;
	/** Limit for an unused refresh token; `null`: unlimited (rule O-34). */
	refreshTokenLifetimeSeconds: number | null;
	/** A path on this server, or an external address that no page shows. */
	imageUrl: string | null;
}

export type Client =
	| {
			kind: "merchant";
			clientId: string;
			credential: Credential;
			tokenLifetimeSeconds: number;
			/** Real time, ms since 1970; `null`: never. */
			expiresAt: number | null;
	  }
	| { kind: "partner"; clientId: string; partner: Partner };

/** Texts of another form need no query. */
const clientIdPattern = /^[A-Za-z0-9]{1,64}$/;

export function isClientId(text: string): boolean {
	return clientIdPattern.test(text);
}
