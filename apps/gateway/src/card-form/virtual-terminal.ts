import type { Context } from "hono";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { mayDo } from "../staff/members/permissions.ts";
import { readSessionCookie } from "../staff/sessions/session-cookie.ts";
import type { Sessions } from "../staff/sessions/sessions.ts";

/** The merchant for whom whoever is signed in may take cards; `undefined` when nobody is, or may. */
export type FindStaffMerchant = (context: Context<GatewayEnv>, origin: string) => Promise<number | undefined>;

/**
 * Who may have the card form on a page of our own, the virtual terminal: that page is nobody's registered origin, so the
 * session behind it decides.
 */
export function createStaffMerchantFinder(sessions: Sessions, publicUrl: string): FindStaffMerchant {
	const ownOrigin = new URL(publicUrl).origin;
	return async (context, origin) => {
		if (origin !== ownOrigin) return undefined;
		const session = await sessions.read(readSessionCookie(context));
		if (session === undefined || session.missing !== undefined) return undefined;
		return mayDo(session.staff, "charge") ? session.merchant.id : undefined;
	};
}
