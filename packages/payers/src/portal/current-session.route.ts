import { csrfTokenOf, pageResponsesBy, problemPage } from "@cardseal/identity";
import { portalPath } from "@cardseal/merchants";
import { type Language, languages, nearestLanguage, Problem } from "@cardseal/platform";
import { unauthenticated } from "@cardseal/platform/audit";
import { languageOf } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { inLanguage } from "../page-parts.ts";
import type { Payers } from "../payers.ts";
import { type ShownPortal, unknownPortalPage } from "./portal-pages.ts";
import { findSession, type PayerSession } from "./portal-session.ts";
import type { PortalWords } from "./portal-words.ts";
import type { PortalCaller } from "./present-payer.ts";

export const portalCookie = "cardseal_portal";

const secretPattern = /^[\w-]{43}$/;

export const pageOfPortal = {
	tags: ["Pages"],
	middleware: pageResponsesBy((problem, context) =>
		problem.code === "NOT_FOUND"
			? unknownPortalPage(languageOf(context))
			: problemPage(problem, context.get("requestId"), languageOf(context)),
	),
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
		language: languageFor(context, session),
		path: `${portalPath}${page}`,
		csrfToken: csrfTokenOf(secret),
	};
}

/** The reader's choice, the customer's language, the browser's. */
export function languageFor(context: Context<GatewayEnv>, { customer }: Pick<PayerSession, "customer">): Language {
	const chosen = languages.find((language) => language === context.req.query("lang"));
	return chosen ?? nearestLanguage(customer.language) ?? languageOf(context);
}

/** Names what was done. */
export function toOverview(context: Context<GatewayEnv>, { language }: ShownPortal, done: keyof PortalWords["done"]) {
	return context.redirect(`${inLanguage(portalPath, language)}&done=${done}`, 303);
}

export function payerOf(context: Context<GatewayEnv>): PortalCaller {
	const { clientAddress, requestId } = context.var;
	return { ...unauthenticated({ clientAddress, requestId }), clientAddress };
}
