import { isLookupId, isSameSecret, type Language, languageParameter } from "@cardseal/platform";
import type { Vault } from "@cardseal/vault";
import { isCurrent } from "../status.ts";
import type { Subscription } from "../tables.ts";

export const cardLinkPath = "/pay/card";

const day = 24 * 3_600_000;

export interface CardLinks {
	vault: Pick<Vault, "mac">;
	publicUrl: string;
}

/** What the link is for: it dies once the period is paid, or the subscription has another card. */
export type CardLinkFor = Pick<Subscription, "lookup_id" | "card_lookup_id" | "open_period">;

/** The lookup id, the last day and the open period in base 36, and a 256-bit MAC of them and of the card. */
const tokenPattern = /^lk1([0-9A-Za-z]{20})([0-9a-z]{4})([0-9a-z]{4})([\w-]{43})$/;

const noPeriod = "none";

const base36 = (number: number) => number.toString(36).padStart(4, "0");

function proofOf({ vault }: Pick<CardLinks, "vault">, about: string[]): string {
	return vault.mac("payer_page", `subscription card ${about.join(" ")}`).toString("base64url");
}

/** @param expiresAt business time, ms since 1970; the link ends with that day (UTC) */
export function cardLink(
	links: CardLinks,
	{ lookup_id: lookupId, card_lookup_id: card, open_period: openPeriod }: CardLinkFor,
	{ expiresAt, language }: { expiresAt: number; language: Language },
): string {
	const lastDay = base36(Math.floor(expiresAt / day));
	const period = openPeriod === null ? noPeriod : base36(openPeriod);
	const token = `lk1${lookupId}${lastDay}${period}${proofOf(links, [lookupId, card, period, lastDay])}`;
	return `${links.publicUrl}${cardLinkPath}/${token}?${languageParameter}=${language}`;
}

/** Names the subscription of a link, whose proof is still to be checked. */
export function lookupIdOfCardLink(token: string): string | undefined {
	const [, lookupId = ""] = tokenPattern.exec(token) ?? [];
	return isLookupId(lookupId) ? lookupId : undefined;
}

/**
 * Tells whether a link is for this subscription as it is now, or as it was when it ended. `now` is business time, ms
 * since 1970.
 */
export function isCardLinkFor(
	links: Pick<CardLinks, "vault">,
	token: string,
	of: CardLinkFor & Pick<Subscription, "status">,
	now: number,
): boolean {
	const [, lookupId = "", lastDay = "", period = "", proof = ""] = tokenPattern.exec(token) ?? [];
	if (lookupId !== of.lookup_id || now >= (Number.parseInt(lastDay, 36) + 1) * day) return false;
	if (!isSameSecret(proof, proofOf(links, [lookupId, of.card_lookup_id, period, lastDay]))) return false;
	return period === noPeriod || !isCurrent(of.status) || Number.parseInt(period, 36) === of.open_period;
}
