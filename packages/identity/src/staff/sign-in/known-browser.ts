import { isSameSecret } from "@cardseal/platform";
import type { Vault } from "@cardseal/vault";

/** `known` when the member has signed in or chosen their password in this browser. */
export type BrowserStanding = "known" | "unknown";

interface Owner {
	id: number;
	passwordHash: string;
}

/** The token does not sign in, and a new password revokes it. */
export function browserToken(vault: Vault, { id, passwordHash }: Owner): string {
	return vault.mac("sign_in", `browser ${id} ${passwordHash}`).toString("base64url");
}

/** @param given the value of the browser's cookie */
export function standingOf(vault: Vault, owner: Owner, given: string | undefined): BrowserStanding {
	return isSameSecret(given ?? "", browserToken(vault, owner)) ? "known" : "unknown";
}
