import { pageResponsesWith } from "@cardseal/identity";
import { portalPath } from "@cardseal/merchants";
import { nearestLanguage, Problem } from "@cardseal/platform";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { csrfTokenOf, inLanguage } from "@cardseal/platform/pages";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { languageFor } from "../payer-page.route.ts";
import type { Payers } from "../payers.ts";
import { type ShownPortal, unknownPortalPage } from "./portal-pages.ts";
import { findSession } from "./portal-session.ts";
import type { PortalWords } from "./portal-words.ts";

export const portalCookie = "cardseal_portal";

const secretPattern = /^[\w-]{43}$/;

export const pageOfPortal = {
	tags: ["Pages"],
	middleware: pageResponsesWith(unknownPortalPage),
};

export const noSession = () =>
	new Problem("link_invalid", "This link was used, has expired, or is invalid. Ask for a new one.");

export function readPortalCookie(context: Context<GatewayEnv>): string {
	const secret = getCookie(context, portalCookie) ?? "";
	return secretPattern.test(secret) ? secret : "";
}

/**
 * @param page below the portal's path
 * @throws Problem 404 without a session
 */
export async function getShown(context: Context<GatewayEnv>, payers: Payers, page = ""): Promise<ShownPortal> {
	const secret = readPortalCookie(context);
	const session = secret === "" ? undefined : await findSession(payers, secret);
	if (session === undefined) throw noSession();
	return {
		...session,
		language: languageFor(context, nearestLanguage(session.customer.language)),
		path: `${portalPath}${page}`,
		csrfToken: csrfTokenOf(secret),
	};
}

/** Names what was done. */
export function toOverview(context: Context<GatewayEnv>, { language }: ShownPortal, done: keyof PortalWords["done"]) {
	return context.redirect(`${inLanguage(portalPath, language)}&done=${done}`, 303);
}
