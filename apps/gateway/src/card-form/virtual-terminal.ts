import { readLinkToken } from "@cardseal/identity";
import type { Sessions } from "@cardseal/identity/gateway";
import { mayDo } from "@cardseal/merchants";
import type { Vault } from "@cardseal/vault";

export interface TerminalRequest {
	/** The page around the frame. */
	origin: string;
	/** Comes with the page's session; a merchant's page has none. */
	ticket?: string | undefined;
}

/** Finds the merchants that signed-in staff may charge for. */
export type FindStaffMerchants = (request: TerminalRequest) => Promise<number[]>;

/**
 * Allows the gateway's own page, which is no registered origin.
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
