import type { Language } from "@cardseal/platform";
import { cardLink } from "@cardseal/subscriptions";
import { linkUrl } from "./links/link-page.ts";
import type { LinkPayers } from "./payers.ts";

/* Rows that lead a payer back from the bank name our pages: no row has the secret of an address. */

const linkPattern = /^payment_link (\w+)$/;
const cardLinkPattern = /^card_link (\w+) (\d+) (\d+) (en|fr)$/;

export function nameOfLink({ lookup_id: lookupId }: { lookup_id: string }): string {
	return `payment_link ${lookupId}`;
}

export interface PeriodLink {
	/** The subscription's. */
	lookupId: string;
	period: number;
	/** Business time, ms since 1970. */
	expiresAt: number;
	language: Language;
}

export function nameOfCardLink({ lookupId, period, expiresAt, language }: PeriodLink): string {
	return `card_link ${lookupId} ${period} ${expiresAt} ${language}`;
}

/** Returns the address of a named page; `undefined` for any other text. */
export function addressOfOwnPage(
	{ payments }: { payments: Pick<LinkPayers["payments"], "vault" | "publicUrl"> },
	name: string,
): string | undefined {
	const [, link] = linkPattern.exec(name) ?? [];
	if (link !== undefined) return linkUrl({ payments }, link);
	const [, subscription, period, expiresAt, language] = cardLinkPattern.exec(name) ?? [];
	if (subscription === undefined) return undefined;
	// The link of a period is for any card.
	const about = { lookup_id: subscription, card_lookup_id: "", open_period: Number(period) };
	return cardLink(payments, about, { expiresAt: Number(expiresAt), language: language === "fr" ? "fr" : "en" });
}
