import type { Channel, Merchant, Scope } from "@cardseal/merchants";

/** A merchant's own client. */
export interface Credential {
	clientId: string;
	channel: Channel;
	scopes: Scope[];
	/** The staff member who created it. */
	userId: number | null;
	merchant: Merchant;
}

/** A business that acts for merchants. */
export interface Partner {
	id: number;
	clientId: string;
	businessName: string;
	redirectUris: string[];
	/** RFC 7636. */
	requiresPkce: boolean;
	/** `null`: unlimited (rule O-34). */
	refreshTokenLifetimeSeconds: number | null;
	/** An external address is shown on no page. */
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
