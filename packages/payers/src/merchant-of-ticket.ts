import { findCardLink } from "./card-link/change-card.ts";
import { readLink } from "./links/link-page.ts";
import { findLink } from "./links/links.store.ts";
import type { SubscribingPayers } from "./payers.ts";
import { findSessionOfTicket } from "./portal/portal-session.ts";

/**
 * The payers' pages are no registered origins: their link admits the card form instead.
 *
 * @returns the merchant's id; `undefined` for a link that nobody can pay
 */
export async function merchantOfTicket(payers: SubscribingPayers, ticket: string): Promise<number | undefined> {
	const { database, vault } = payers.payments;
	const lookupId = readLink(vault, ticket);
	if (lookupId !== undefined) {
		const link = await findLink(database, lookupId);
		return link?.status === "OPEN" ? link.merchant_id : undefined;
	}
	const card = await findCardLink(payers, ticket);
	if (card !== undefined) return card.isOpen ? card.merchant.id : undefined;
	return (await findSessionOfTicket(payers, ticket))?.merchant.id;
}
