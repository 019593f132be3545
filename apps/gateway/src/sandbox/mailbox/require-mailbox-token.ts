import type { TokenAdmission } from "@cardseal/identity/gateway";
import { isSameSecret, Problem } from "@cardseal/platform";
import { wantsPage } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Context, MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import { getCookie, setCookie } from "hono/cookie";
import { mailboxClosedPage, pagePolicy } from "./mailbox-page.ts";

export const mailboxTokenName = "token";

/** A browser sends it to all ports of this machine. */
const cookieName = "cardseal_mailbox";
const cookieSeconds = 30 * 86_400;

const refusal =
	"The mailbox opens by the link that npm start prints, or with a bearer token of the merchant's own credential.";

export interface MailboxTokenOptions {
	token: string;
	admission: TokenAdmission;
}

/**
 * Narrowed tokens and partners are refused, because emails have links that change passwords. The address alone
 * is not enough: clients of a local proxy may look local.
 */
export function requireMailboxToken({ token, admission }: MailboxTokenOptions): MiddlewareHandler<GatewayEnv> {
	const authenticated = every(...admission.ofAnyService.withoutBody().middleware, refusePartners);
	return async (context, next) => {
		const given = context.req.query(mailboxTokenName);
		if (given !== undefined && isSameSecret(given, token)) {
			if (!wantsPage(context)) return next();
			setCookie(context, cookieName, token, {
				path: "/sandbox",
				httpOnly: true,
				sameSite: "Lax",
				maxAge: cookieSeconds,
			});
			return context.redirect(context.req.path, 303);
		}
		if (isSameSecret(getCookie(context, cookieName) ?? "", token)) return next();
		if (context.req.header("Authorization") !== undefined) return authenticated(context, next);
		return refuse(context);
	};
}

const refusePartners: MiddlewareHandler<GatewayEnv> = async (context, next) => {
	if (context.get("access").grantId !== undefined) return refuse(context);
	return next();
};

function refuse(context: Context<GatewayEnv>): Response {
	if (!wantsPage(context)) throw new Problem("mailbox_token_missing", refusal);
	context.header("Content-Security-Policy", pagePolicy);
	return context.html(mailboxClosedPage(), 403) as Response;
}
