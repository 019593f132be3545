import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { GatewayEnv } from "../http/gateway-env.ts";

/** `__Host-` cookies are sent over TLS and to this host only. Lax, because a partner's page sends merchants here. */
export const hostCookie = { path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;

/** For forms before sign-in. */
const formCookie = "__Host-cardseal-form";

const secretBytes = 32;
const secretPattern = /^[\w-]{43}$/;

export function readFormCookie(context: Context<GatewayEnv>): string | undefined {
	const secret = getCookie(context, formCookie);
	return secret !== undefined && secretPattern.test(secret) ? secret : undefined;
}

/** Two tabs do not invalidate each other's forms. */
export function keepFormCookie(context: Context<GatewayEnv>): string {
	const known = readFormCookie(context);
	if (known !== undefined) return known;
	const secret = randomBytes(secretBytes).toString("base64url");
	setCookie(context, formCookie, secret, hostCookie);
	return secret;
}
