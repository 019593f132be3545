import { timingSafeEqual } from "node:crypto";
import type { Vault } from "@cardseal/vault";

/** Whether an account's member has signed in with a browser before, or chosen their password in it: strangers' attempts are not counted against it. */
export type BrowserStanding = "known" | "unknown";

interface Owner {
	id: number;
	passwordHash: string;
}

/**
 * What a browser keeps in which somebody has signed in. It lets nobody in, and is worth nothing once the password is another
 * one.
 */
export function browserToken(vault: Vault, { id, passwordHash }: Owner): string {
	return vault.mac("sign_in", `browser ${id} ${passwordHash}`).toString("base64url");
}

/** @param given what the browser's cookie holds, if it has one */
export function standingOf(vault: Vault, owner: Owner, given: string | undefined): BrowserStanding {
	const [expected, other] = [Buffer.from(browserToken(vault, owner)), Buffer.from(given ?? "")];
	return other.length === expected.length && timingSafeEqual(other, expected) ? "known" : "unknown";
}
