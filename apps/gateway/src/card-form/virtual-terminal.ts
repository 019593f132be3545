import type { Vault } from "@cardseal/vault";
import { mayDo } from "../merchants/permissions.ts";
import { readLinkToken } from "../staff/link-token.ts";
import type { Sessions } from "../staff/sessions/sessions.ts";

/** The request of a card frame of the virtual terminal. */
export interface TerminalRequest {
	/** The origin of the page around the frame. */
	origin: string;
	/** The ticket that the page got with its session; none of a merchant's page. */
	ticket?: string | undefined;
}

/** Returns the merchants for which the signed-in staff member may charge; none without such a session. */
export type FindStaffMerchants = (request: TerminalRequest) => Promise<number[]>;

/**
 * Allows the card form on the gateway's own page, the virtual terminal, by the ticket of a staff session. That page is no
 * registered origin.
 *
 * @param own the origin of the web application
 */
export function createStaffMerchantsFinder({
	sessions,
	vault,
	own,
}: {
	sessions: Sessions;
	vault: Vault;
	own: string;
}): FindStaffMerchants {
	return async ({ origin, ticket }) => {
		if (origin !== own || ticket === undefined) return [];
		const sessionId = readLinkToken(vault, "card_form", ticket);
		const session = sessionId === undefined ? undefined : await sessions.find(sessionId);
		if (session === undefined || session.missing !== undefined) return [];
		return mayDo(session.staff, "charge") ? session.merchants.map(({ id }) => id) : [];
	};
}
