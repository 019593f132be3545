import type { SignInContext } from "@cardseal/identity";
import { mayDo } from "@cardseal/merchants";
import { readLinkToken } from "@cardseal/platform/pages";

/** Finds the merchants that signed-in staff may charge for. A ticket comes with the page's session; a merchant's page has none. */
export type FindStaffMerchants = (page: { origin: string; ticket?: string | undefined }) => Promise<number[]>;

/**
 * Allows the gateway's own page, which is no registered origin.
 *
 * @param context.own the origin of the web application
 */
export function createStaffMerchantsFinder({
	sessions,
	vault,
	own,
}: Pick<SignInContext, "sessions" | "vault"> & { own: string }): FindStaffMerchants {
	return async ({ origin, ticket }) => {
		if (origin !== own || ticket === undefined) return [];
		const sessionId = readLinkToken(vault, "card_form", ticket);
		const session = sessionId === undefined ? undefined : await sessions.find(sessionId);
		if (session === undefined || session.missing !== undefined) return [];
		return mayDo(session.staff, "charge") ? session.merchants.map(({ id }) => id) : [];
	};
}
