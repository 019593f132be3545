import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { GatewayEnv } from "../../http/gateway-env.ts";

/**
 * What `__Host-` promises the browser holds to: sent over TLS alone (or to this machine), to this host alone, and set by nobody
 * but this host. Lax, since a partner's page sends merchants here to give their consent.
 */
const attributes = { path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;

/** Of a session of staff. */
export const sessionCookie = "__Host-cardseal";
/** Of a form that is shown before there is a session. */
const formCookie = "__Host-cardseal-form";
/** Of a browser that staff signed in with: it outlives their sessions. */
const browserCookie = "__Host-cardseal-browser";
const browserSeconds = 180 * 24 * 3_600;

const secretBytes = 32;
const secretPattern = /^[\w-]{43}$/;

export function readSessionCookie(context: Context<GatewayEnv>): string | undefined {
	return getCookie(context, sessionCookie);
}

/** It goes with the browser; the session ends sooner. */
export function setSessionCookie(context: Context<GatewayEnv>, token: string): void {
	setCookie(context, sessionCookie, token, attributes);
}

export function clearSessionCookie(context: Context<GatewayEnv>): void {
	deleteCookie(context, sessionCookie, attributes);
}

/** The secret of the forms that this browser was shown; `undefined` when it kept none. */
export function readFormCookie(context: Context<GatewayEnv>): string | undefined {
	const secret = getCookie(context, formCookie);
	return secret !== undefined && secretPattern.test(secret) ? secret : undefined;
}

/** The secret of this browser's forms: the one it has, so that two tabs do not spoil each other's, or a new one. */
export function keepFormCookie(context: Context<GatewayEnv>): string {
	const known = readFormCookie(context);
	if (known !== undefined) return known;
	const secret = randomBytes(secretBytes).toString("base64url");
	setCookie(context, formCookie, secret, attributes);
	return secret;
}

/** What the browser keeps since somebody signed in with it; `undefined` when nobody did. */
export function readBrowserCookie(context: Context<GatewayEnv>): string | undefined {
	return getCookie(context, browserCookie);
}

export function setBrowserCookie(context: Context<GatewayEnv>, token: string): void {
	setCookie(context, browserCookie, token, { ...attributes, maxAge: browserSeconds });
}
