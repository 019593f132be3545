import { Problem } from "@cardseal/platform";

export interface RelyingParty {
	/** The host name of the public address. */
	id: string;
	origin: string;
}

/** Never comes from a request. Browsers accept no IP address (WebAuthn Level 3, §5.1.2). */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
	const { hostname, origin } = new URL(publicUrl);
	if (/^\[|^[0-9.]+$/.test(hostname)) return undefined;
	return { id: hostname, origin };
}

/** @throws Problem 409 where there are no passkeys */
export function requireRelyingParty(publicUrl: string): RelyingParty {
	const party = relyingPartyOf(publicUrl);
	if (party !== undefined) return party;
	throw new Problem("passkeys_unavailable", "Passkeys need a host name in the gateway's public address.");
}
