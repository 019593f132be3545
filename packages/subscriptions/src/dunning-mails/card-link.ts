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

/** The purpose of a link. It is revoked once its period is paid; without a period, once the subscription has another card. */
export type CardLinkFor = Pick<Subscription, "lookup_id" | "card_lookup_id" | "open_period">;

/** The lookup id, the last day and the open period in base 36, and a 256-bit MAC of what it is for. */
const tokenPattern = /^lk1([0-9A-Za-z]{20})([0-9a-z]{4})([0-9a-z]{4})([\w-]{43})$/;

const noPeriod = "none";

const base36 = (number: number) => number.toString(36).padStart(4, "0");

/** A card that was declined is replaced while its period is open, and the payer tries another. */
function proofOf(
	{ vault }: Pick<CardLinks, "vault">,
	{ lookup_id: lookupId, card_lookup_id: card }: CardLinkFor,
	{ period, lastDay }: { period: string; lastDay: string },
): string {
	const about = [lookupId, period === noPeriod ? card : "any", period, lastDay];
	return vault.mac("payer_page", `subscription card ${about.join(" ")}`).toString("base64url");
}

/** @param expiresAt business time, ms since 1970; the link ends with that day (UTC) */
export function cardLink(
	links: CardLinks,
	of: CardLinkFor,
	{ expiresAt, language }: { expiresAt: number; language: Language },
): string {
	const lastDay = base36(Math.floor(expiresAt / day));
	const period = of.open_period === null ? noPeriod : base36(of.open_period);
	const token = `lk1${of.lookup_id}${lastDay}${period}${proofOf(links, of, { period, lastDay })}`;
	return `${links.publicUrl}${cardLinkPath}/${token}?${languageParameter}=${language}`;
}

/** Names the subscription of a link, whose proof is still to be checked. */
export function lookupIdOfCardLink(token: string): string | undefined {
	const [, lookupId = ""] = tokenPattern.exec(token) ?? [];
	return isLookupId(lookupId) ? lookupId : undefined;
}

/** `period` is the open period that the link is for. A link that is not current may still show what it paid. */
interface ReadCardLink {
	period: number | null;
	isCurrent: boolean;
}

/**
 * Reads a link to this subscription as it is now, or as it was when it ended. `now` is business time, ms since 1970.
 *
 * @returns `undefined` for a forged or expired one
 */
export function readCardLink(
	links: Pick<CardLinks, "vault">,
	token: string,
	of: CardLinkFor & Pick<Subscription, "status">,
	now: number,
): ReadCardLink | undefined {
	const [, lookupId = "", lastDay = "", period = "", proof = ""] = tokenPattern.exec(token) ?? [];
	if (lookupId !== of.lookup_id || now >= (Number.parseInt(lastDay, 36) + 1) * day) return undefined;
	if (!isSameSecret(proof, proofOf(links, of, { period, lastDay }))) return undefined;
	if (period === noPeriod) return { period: null, isCurrent: true };
	const number = Number.parseInt(period, 36);
	return { period: number, isCurrent: !isCurrent(of.status) || number === of.open_period };
}
