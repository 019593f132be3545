import type { Context, MiddlewareHandler } from "hono";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { requireSameOrigin } from "../../http/same-origin.ts";
import { scopes } from "../../oauth/scopes.ts";
import type { Access } from "../../oauth/token/access.ts";
import { Problem } from "../../problem.ts";
import { redact } from "../../redact.ts";
import { pathWithNext, signInStepPath } from "../sign-in/next-path.ts";
import { isCsrfToken } from "./csrf.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { type Sessions, type StaffSession, sessionOver } from "./sessions.ts";

export interface StaffAccessOptions {
	sessions: Sessions;
	publicUrl: string;
}

/** The header in which the web application's requests bring their session's token along. */
const csrfHeader = "X-CSRF-Token";
const readingMethods = new Set(["GET", "HEAD"]);

/**
 * Lets a request of the web application through: one with a session that lacks nothing and, when it may change something, with
 * the session's token, which no other site can know (rule X-24).
 */
export function requireStaff({ sessions, publicUrl }: StaffAccessOptions): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const session = await sessions.read(readSessionCookie(context));
		if (session === undefined) throw sessionOver();
		if (session.missing !== undefined) {
			throw new Problem("UNAUTHORIZED", "You are not signed in yet. Finish signing in first.");
		}
		if (!readingMethods.has(context.req.method)) {
			requireSameOrigin(context, publicUrl);
			requireCsrfToken(session, context.req.header(csrfHeader));
		}
		admit(context, session);
		await next();
	};
}

/** Where a request wants to get to after signing in; `undefined` for nowhere. */
type WayBack = (context: Context<GatewayEnv>) => string | undefined | Promise<string | undefined>;

/** Lets a request for a page through that has a session which lacks nothing, and sends everybody else to where they get it. */
export function staffPage(
	{ sessions }: Pick<StaffAccessOptions, "sessions">,
	wayBack: WayBack = wantedPath,
): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const session = await sessions.read(readSessionCookie(context));
		if (session === undefined || session.missing !== undefined) {
			return context.redirect(pathWithNext(signInStepPath(session), await wayBack(context)), 303);
		}
		admit(context, session);
		return next();
	};
}

/**
 * Where to go on after signing in. Nowhere with a form that was posted, which a redirect cannot post again, nor with an
 * address that may hold a card number or a secret: the answer would repeat it (rule P-02).
 */
function wantedPath(context: Context<GatewayEnv>): string | undefined {
	if (!readingMethods.has(context.req.method)) return undefined;
	const { pathname, search } = new URL(context.req.url);
	const wanted = pathname + search;
	return redact(wanted) === wanted ? wanted : undefined;
}

function requireCsrfToken(session: StaffSession, given = ""): void {
	if (isCsrfToken(given, session.csrfToken)) return;
	throw new Problem("FORBIDDEN", `Send your session's token in ${csrfHeader}. Load the page again to get it.`);
}

function admit(context: Context<GatewayEnv>, session: StaffSession): void {
	context.set("staffSession", session);
	context.set("access", accessOf(session));
}

/** What staff do, they do for their merchant, in every service; what each of them may do, `staff/permissions.ts` says. */
function accessOf({ staff, merchant }: StaffSession): Access {
	return {
		scopes: [...scopes],
		merchant,
		channel: "VT",
		userId: staff.id,
		actor: { kind: "staff", userId: staff.id },
	};
}
