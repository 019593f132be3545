import { type Access, type Merchant, modeOfPath, services, withMode, withoutMode } from "@cardseal/merchants";
import { isSameSecret, Problem } from "@cardseal/platform";
import { isReading, requireSameOrigin } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { redact } from "@cardseal/platform/log";
import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { getPathNoStrict } from "hono/utils/url";
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

/** The session must be complete, and a change must carry its anti-forgery token (rule X-24). */
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

/** The session may have ended while a body was read. */
export function stillSignedIn({ sessions }: Pick<StaffAccessOptions, "sessions">): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const session = await sessions.find(context.get("staffSession").sessionId);
		if (session === undefined) throw sessionExpired();
		await next();
	};
}

export const toLiveMode: MiddlewareHandler<GatewayEnv> = (context, next) => {
	const isChosen = modeIn(context) !== undefined || context.get("staffSession").merchants.length === 1;
	return isChosen ? next() : Promise.resolve(context.redirect(pathInMode(context, "live"), 303));
};

function modeIn(context: Context<GatewayEnv>): Merchant["mode"] | undefined {
	return modeOfPath(getPathNoStrict(context.req.raw));
}

/** Default: the merchant of the staff member. */
function actingFor(session: StaffSession, mode: Merchant["mode"] | undefined): StaffSession | undefined {
	if (mode === undefined) return session;
	const merchant = session.merchants.find((one) => one.mode === mode);
	return merchant && { ...session, merchant };
}

function pathInMode(context: Context<GatewayEnv>, mode: Merchant["mode"] | undefined): string {
	const { pathname, search } = new URL(context.req.url);
	return (mode === undefined ? withoutMode(pathname) : withMode(pathname, mode)) + search;
}

type ReturnPath = (context: Context<GatewayEnv>) => string | undefined | Promise<string | undefined>;

/** Redirects other requests to the next sign-in step. */
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

/** None for a POST, and for an address that may hold a card number or a secret (rule P-02). */
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

/** All scopes of their merchant; the role's permissions apply, too. */
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
