import { randomBytes } from "node:crypto";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

/** `__Host-` cookies are sent over TLS and to this host only. Lax, because a partner's page sends merchants here. */
const attributes = { path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;

export const sessionCookie = "__Host-cardseal";
/** For forms before sign-in. */
const formCookie = "__Host-cardseal-form";
/** A staff member signed in with this browser. */
const browserCookie = "__Host-cardseal-browser";
const browserSeconds = 180 * 24 * 3_600;

const secretBytes = 32;
const secretPattern = /^[\w-]{43}$/;

export function readSessionCookie(context: Context<GatewayEnv>): string | undefined {
	return getCookie(context, sessionCookie);
}

/** The server ends the session earlier. */
export function setSessionCookie(context: Context<GatewayEnv>, token: string): void {
	setCookie(context, sessionCookie, token, attributes);
}

export function clearSessionCookie(context: Context<GatewayEnv>): void {
	deleteCookie(context, sessionCookie, attributes);
}

export function readFormCookie(context: Context<GatewayEnv>): string | undefined {
	const secret = getCookie(context, formCookie);
	return secret !== undefined && secretPattern.test(secret) ? secret : undefined;
}

/** Two tabs do not invalidate each other's forms. */
export function keepFormCookie(context: Context<GatewayEnv>): string {
	const known = readFormCookie(context);
	if (known !== undefined) return known;
	const secret = randomBytes(secretBytes).toString("base64url");
	setCookie(context, formCookie, secret, attributes);
	return secret;
}

export function readBrowserCookie(context: Context<GatewayEnv>): string | undefined {
	return getCookie(context, browserCookie);
}

export function setBrowserCookie(context: Context<GatewayEnv>, token: string): void {
	setCookie(context, browserCookie, token, { ...attributes, maxAge: browserSeconds });
}
