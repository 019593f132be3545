import { timingSafeEqual } from "node:crypto";
import type { Vault } from "@cardseal/vault";

/**
 * `known` when the member has signed in or chosen their password in this browser. Failures from unknown browsers do not
 * lock it out.
 */
export type BrowserStanding = "known" | "unknown";

interface Owner {
	id: number;
	passwordHash: string;
}

/** Returns the token that identifies a known browser. It does not sign in, and a new password revokes it. */
export function browserToken(vault: Vault, { id, passwordHash }: Owner): string {
	return vault.mac("sign_in", `browser ${id} ${passwordHash}`).toString("base64url");
}

/** Compares the browser's token in constant time. @param given the value of the browser's cookie */
export function standingOf(vault: Vault, owner: Owner, given: string | undefined): BrowserStanding {
	const [expected, other] = [Buffer.from(browserToken(vault, owner)), Buffer.from(given ?? "")];
	return other.length === expected.length && timingSafeEqual(other, expected) ? "known" : "unknown";
}
