import type { Context } from "hono";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { mayDo } from "../staff/members/permissions.ts";
import { readSessionCookie } from "../staff/sessions/session-cookie.ts";
import type { Sessions } from "../staff/sessions/sessions.ts";

/** Returns the merchant for which the signed-in staff member may charge; `undefined` without such a session. */
export type FindStaffMerchant = (context: Context<GatewayEnv>, origin: string) => Promise<number | undefined>;

/**
 * Allows the card form on the gateway's own page, the virtual terminal, by the staff session. That page is no
 * registered origin.
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
