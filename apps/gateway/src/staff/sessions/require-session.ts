import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { getPathNoStrict } from "hono/utils/url";
import { isSameSecret } from "../../constant-time.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { isReading } from "../../http/is-reading.ts";
import { requireSameOrigin } from "../../http/same-origin.ts";
import { redact } from "../../log/redact.ts";
import type { Access } from "../../merchants/access.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { modeOfPath, withMode, withoutMode } from "../../merchants/mode-path.ts";
import { services } from "../../merchants/scopes.ts";
import { Problem } from "../../problem.ts";
import type { SignInAttempts } from "../sign-in/attempts.ts";
import { pathWithNext, signInStepPath } from "../sign-in/next-path.ts";
import { isStepUpRequired } from "../step-up/step-up.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { memberOf, type Sessions, type StaffSession, sessionExpired } from "./sessions.ts";

export interface StaffAccessOptions {
	sessions: Sessions;
	attempts: Pick<SignInAttempts, "failStepUp">;
	publicUrl: string;
}

const csrfHeader = "X-CSRF-Token";

/**
 * Admits requests of the web application: the session must be complete, and a request that changes something must carry
 * the session's anti-forgery token (rule X-24). Records a request that step-up was required for.
 */
export function requireStaff({ sessions, attempts, publicUrl }: StaffAccessOptions): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const session = await sessions.read(readSessionCookie(context));
		if (session === undefined) throw sessionExpired();
		if (session.missing !== undefined) {
			throw new Problem("sign_in_incomplete", "Sign-in is not complete. Finish signing in first.");
		}
		if (!isReading(context.req.method)) {
			requireSameOrigin(context, publicUrl);
			requireCsrfToken(session, context.req.header(csrfHeader));
		}
		const acting = actingFor(session, modeIn(context));
		if (acting === undefined)
			throw new Problem("mode_not_found", "Your account has no such mode. Open its start page.");
		admit(context, acting);
		await next();
		if (!isStepUpRequired(context.error)) return;
		const { clientAddress, requestId } = context.var;
		attempts.failStepUp(
			{ clientAddress, requestId },
			memberOf(session),
			`${context.req.method} ${routePath(context, -1)}`,
		);
	};
}

/**
 * Refuses a request whose session ended while its body was read. A client may take many seconds for a body, and a removed
 * member must not finish one that was begun before.
 */
export function stillSignedIn({ sessions }: Pick<StaffAccessOptions, "sessions">): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const session = await sessions.find(context.get("staffSession").sessionId);
		if (session === undefined) throw sessionExpired();
		await next();
	};
}

/** Leads from a page of no mode to that of the live merchant, for staff who have one. */
export const toLiveMode: MiddlewareHandler<GatewayEnv> = (context, next) => {
	const isChosen = modeIn(context) !== undefined || context.get("staffSession").merchants.length === 1;
	return isChosen ? next() : Promise.resolve(context.redirect(pathInMode(context, "live"), 303));
};

/** Returns the mode that the address names. The routed path has lost it. */
function modeIn(context: Context<GatewayEnv>): Merchant["mode"] | undefined {
	return modeOfPath(getPathNoStrict(context.req.raw));
}

/** Returns the session as it acts for the merchant of a mode, by default for the one that its staff member belongs to. */
function actingFor(session: StaffSession, mode: Merchant["mode"] | undefined): StaffSession | undefined {
	if (mode === undefined) return session;
	const merchant = session.merchants.find((one) => one.mode === mode);
	return merchant && { ...session, merchant };
}

/** Returns the requested path and query in another mode. */
function pathInMode(context: Context<GatewayEnv>, mode: Merchant["mode"] | undefined): string {
	const { pathname, search } = new URL(context.req.url);
	return (mode === undefined ? withoutMode(pathname) : withMode(pathname, mode)) + search;
}

/** Returns the path to open after signing in; `undefined` for the home page. */
type ReturnPath = (context: Context<GatewayEnv>) => string | undefined | Promise<string | undefined>;

/** Admits requests for a page with a complete session and redirects all others to the next sign-in step. */
export function staffPage(
	{ sessions }: Pick<StaffAccessOptions, "sessions">,
	returnPath: ReturnPath = wantedPath,
): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const session = await sessions.read(readSessionCookie(context));
		if (session === undefined || session.missing !== undefined) {
			return context.redirect(pathWithNext(signInStepPath(session), await returnPath(context)), 303);
		}
		const acting = actingFor(session, modeIn(context));
		if (acting === undefined) return context.redirect(pathInMode(context, undefined), 303);
		admit(context, acting);
		return next();
	};
}

/**
 * Returns the requested path, to open after signing in. None for a POST, which a redirect cannot repeat, and none for
 * an address that may hold a card number or a secret, which the response would repeat (rule P-02).
 */
function wantedPath(context: Context<GatewayEnv>): string | undefined {
	if (!isReading(context.req.method)) return undefined;
	const { pathname, search } = new URL(context.req.url);
	const wanted = pathname + search;
	return redact(wanted) === wanted ? wanted : undefined;
}

function requireCsrfToken(session: StaffSession, given = ""): void {
	if (isSameSecret(given, session.csrfToken)) return;
	throw new Problem("csrf_token_wrong", `Send your session's token in ${csrfHeader}. Refresh the page to get it.`);
}

function admit(context: Context<GatewayEnv>, session: StaffSession): void {
	context.set("staffSession", session);
	context.set("access", accessOf(session));
}

/** Returns the access of a staff member: all scopes of their merchant. Their role's permissions apply on top. */
function accessOf({ staff, merchant, isSteppedUp }: StaffSession): Access {
	return {
		scopes: [...services],
		merchant,
		channel: "VT",
		userId: staff.id,
		isSteppedUp,
		actor: { kind: "staff", userId: staff.id },
		grantId: undefined,
	};
}
