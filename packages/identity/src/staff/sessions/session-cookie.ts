import type { GatewayEnv } from "@cardseal/platform/http-env";
import { hostCookie } from "@cardseal/platform/pages";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

export const sessionCookie = "__Host-cardseal";
/** A staff member signed in with this browser. */
const browserCookie = "__Host-cardseal-browser";
const browserSeconds = 180 * 24 * 3_600;

export function readSessionCookie(context: Context<GatewayEnv>): string | undefined {
	return getCookie(context, sessionCookie);
}

/** The server ends the session earlier. */
export function setSessionCookie(context: Context<GatewayEnv>, token: string): void {
	setCookie(context, sessionCookie, token, hostCookie);
}

export function clearSessionCookie(context: Context<GatewayEnv>): void {
	deleteCookie(context, sessionCookie, hostCookie);
}

export function readBrowserCookie(context: Context<GatewayEnv>): string | undefined {
	return getCookie(context, browserCookie);
}

export function setBrowserCookie(context: Context<GatewayEnv>, token: string): void {
	setCookie(context, browserCookie, token, { ...hostCookie, maxAge: browserSeconds });
}
