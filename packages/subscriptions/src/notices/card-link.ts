import { isLookupId, isSameSecret, type Language, languageParameter } from "@cardseal/platform";
import type { Vault } from "@cardseal/vault";
import type { Subscription } from "../tables.ts";

export const cardLinkPath = "/pay/card";

const day = 24 * 3_600_000;

export interface CardLinks {
	vault: Pick<Vault, "mac">;
	publicUrl: string;
}

/** What the link is for: it dies once the period is paid, or the subscription has another card. */
export type CardLinkFor = Pick<Subscription, "lookup_id" | "card_lookup_id" | "open_period">;

/** The lookup id, the day on which it ends, and a 256-bit MAC of both and of what it is for. */
const tokenPattern = /^lk1([0-9A-Za-z]{20})([0-9a-z]{4})([\w-]{43})$/;

function proofOf({ vault }: Pick<CardLinks, "vault">, of: CardLinkFor, lastDay: string): string {
	const about = [of.lookup_id, of.card_lookup_id, of.open_period ?? "none", lastDay];
	return vault.mac("payer_page", `subscription card ${about.join(" ")}`).toString("base64url");
}

/** @param expiresAt business time, ms since 1970; the link ends with that day (UTC) */
export function cardLink(
	links: CardLinks,
	of: CardLinkFor,
	{ expiresAt, language }: { expiresAt: number; language: Language },
): string {
	const lastDay = Math.floor(expiresAt / day)
		.toString(36)
		.padStart(4, "0");
	const token = `lk1${of.lookup_id}${lastDay}${proofOf(links, of, lastDay)}`;
	return `${links.publicUrl}${cardLinkPath}/${token}?${languageParameter}=${language}`;
}

/** Names the subscription of a link, whose proof is still to be checked. */
export function lookupIdOfCardLink(token: string): string | undefined {
	const [, lookupId = ""] = tokenPattern.exec(token) ?? [];
	return isLookupId(lookupId) ? lookupId : undefined;
}

/** Tells whether a link is for this subscription as it is now. `now` is business time, ms since 1970. */
export function isCardLinkFor(links: Pick<CardLinks, "vault">, token: string, of: CardLinkFor, now: number): boolean {
	const [, lookupId, lastDay = "", proof = ""] = tokenPattern.exec(token) ?? [];
	if (lookupId !== of.lookup_id || now >= (Number.parseInt(lastDay, 36) + 1) * day) return false;
	// A link that was sent before the payment failed is for the card alone.
	return [of, { ...of, open_period: null }].some((one) => isSameSecret(proof, proofOf(links, one, lastDay)));
}
