import { portalPath } from "@cardseal/merchants";
import { languageParameter, nearestLanguage } from "@cardseal/platform";
import { languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { csrfTokenOf, inLanguage, keepFormCookie, page, pageRoute, readPageForm } from "@cardseal/platform/pages";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { languageFor, payerOf } from "../payer-page.route.ts";
import type { Payers } from "../payers.ts";
import { noSession, pageOfPortal, portalCookie, readPortalCookie } from "./current-session.route.ts";
import { openPage } from "./portal-pages.ts";
import { findLink, findSession, openLink, type PayerSession, readPortalLink, sessionMs } from "./portal-session.ts";

const described = {
	...pageOfPortal,
	path: `${portalPath}/open/{token}`,
	request: {
		params: z.object({ token: z.string().openapi({ description: "The token in the link" }) }),
		query: languageQuery,
	},
};

export function openRoutes(app: OpenAPIHono<GatewayEnv>, payers: Payers): void {
	const show = {
		...described,
		method: "get",
		operationId: "openPortal",
		summary: "Exchange a link for a session",
		description: "A mailed link is exchanged by the form of the page.",
		responses: { 200: page.shown, 303: page.redirected, 404: page.refused },
	} as const;
	pageRoute(app, show, async (context) => {
		const found = await getLink(context, payers);
		if ("isOpen" in found) return toPortal(context);
		// A HEAD request shows nothing to a payer. A stranger's link must not take the place of a session in silence.
		const isSilent = !found.isMailed && context.req.method === "GET" && !(await hasOther(context, payers, found));
		if (isSilent) return open(context, payers, found);
		const { merchant, customer } = found;
		const language = languageFor(context, nearestLanguage(customer.language));
		const csrfToken = csrfTokenOf(keepFormCookie(context));
		const path = `${portalPath}/open/${context.req.param("token") ?? ""}`;
		return context.html(openPage({ merchant, email: customer.email, language, csrfToken, path }), 200);
	});
	const exchange = {
		...described,
		method: "post",
		operationId: "openMailedPortal",
		summary: "Exchange a mailed link for a session",
		fields: {},
		responses: { 303: page.redirected, 403: page.fromElsewhere, 404: page.refused },
	} as const;
	pageRoute(app, exchange, async (context) => {
		const found = await getLink(context, payers);
		await readPageForm(context, payers.payments);
		return "isOpen" in found ? toPortal(context) : open(context, payers, found);
	});
}

/** @throws Problem 404 for a forged, expired or used link */
async function getLink(context: Context<GatewayEnv>, payers: Payers): Promise<PayerSession | { isOpen: true }> {
	const lookupId = readPortalLink(payers, context.req.param("token") ?? "");
	if (lookupId === undefined) throw noSession();
	const link = await findLink(payers, lookupId);
	if (link !== undefined) return link;
	// The browser that opened it may open it again.
	const session = await findSession(payers, readPortalCookie(context));
	if (session?.lookupId === lookupId) return { isOpen: true };
	throw noSession();
}

async function hasOther(context: Context<GatewayEnv>, payers: Payers, { customer }: PayerSession): Promise<boolean> {
	const session = await findSession(payers, readPortalCookie(context));
	return session !== undefined && session.customer.id !== customer.id;
}

async function open(context: Context<GatewayEnv>, payers: Payers, link: PayerSession) {
	const secret = await openLink(payers, link, payerOf(context));
	if (secret === undefined) throw noSession();
	setCookie(context, portalCookie, secret, {
		path: portalPath,
		httpOnly: true,
		sameSite: "Lax",
		secure: payers.payments.publicUrl.startsWith("https:"),
		maxAge: sessionMs / 1_000,
	});
	return toPortal(context);
}

/** Keeps the language that the reader chose. */
function toPortal(context: Context<GatewayEnv>) {
	const chosen = context.req.query(languageParameter);
	const isChosen = chosen === "en" || chosen === "fr";
	return context.redirect(isChosen ? inLanguage(portalPath, chosen) : portalPath, 303);
}
