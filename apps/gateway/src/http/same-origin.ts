import type { Context } from "hono";
import { Problem } from "../problem.ts";
import type { GatewayEnv } from "./gateway-env.ts";
import { isLoopbackName } from "./loopback.ts";

/** A page of ours sent it, or the user by themselves: no page can say so of another's request. */
const ownSites = new Set(["same-origin", "none"]);

/**
 * Refuses what a page of somebody else's has a browser send (rule X-24). Browsers say where a request comes from; a program that
 * says nothing is no browser, and has no cookies that somebody else could make use of. Without a referrer an `Origin` is
 * `null`, and then `Sec-Fetch-Site` alone tells.
 *
 * @throws Problem 403
 */
export function requireSameOrigin(context: Context<GatewayEnv>, publicUrl: string): void {
	const site = context.req.header("Sec-Fetch-Site");
	const origin = context.req.header("Origin");
	const isOwnSite = site === undefined || ownSites.has(site);
	const isOwnOrigin = origin === "null" ? site !== undefined : origin === undefined || isOurs(origin, publicUrl);
	if (isOwnSite && isOwnOrigin) return;
	throw new Problem("FORBIDDEN", "This was sent from another site. Go to the page itself and do it there.");
}

/** @throws Problem 403 with `message` unless the browser names exactly this origin as the sender's */
export function requireOrigin(context: Context<GatewayEnv>, origin: string, message: string): void {
	if (context.req.header("Origin") !== origin) throw new Problem("FORBIDDEN", message);
}

/** On this machine, its names are one place. */
function isOurs(origin: string, publicUrl: string): boolean {
	if (!URL.canParse(origin)) return false;
	const [one, other] = [new URL(origin), new URL(publicUrl)];
	if (one.origin === other.origin) return true;
	const isSamePort = one.protocol === other.protocol && one.port === other.port;
	return isSamePort && isLoopbackName(one.hostname) && isLoopbackName(other.hostname);
}
