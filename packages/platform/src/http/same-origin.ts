import type { Context } from "hono";
import { isLoopbackName } from "../network/client-network.ts";
import { Problem } from "../problem.ts";
import type { GatewayEnv } from "./gateway-env.ts";

/** Values of a header that pages cannot forge. */
const ownSites = new Set(["same-origin", "none"]);

/**
 * Refuses requests that another site's page sent (rule X-24). Without a referrer, `Sec-Fetch-Site` decides.
 * @throws Problem 403
 */
export function requireSameOrigin(context: Context<GatewayEnv>, publicUrl: string): void {
	const site = context.req.header("Sec-Fetch-Site");
	const origin = context.req.header("Origin");
	const isOwnSite = site === undefined || ownSites.has(site);
	const isOwnOrigin = origin === "null" ? site !== undefined : origin === undefined || isOurs(origin, publicUrl);
	if (isOwnSite && isOwnOrigin) return;
	throw new Problem("foreign_site", "This request came from another site. Open the page itself and do it there.");
}

/** @throws Problem 403 with `message` */
export function requireOrigin(context: Context<GatewayEnv>, origins: string[], message: string): void {
	if (!origins.includes(context.req.header("Origin") ?? "")) throw new Problem("foreign_site", message);
}

/** Loopback names on one port are one origin. */
function isOurs(origin: string, publicUrl: string): boolean {
	if (!URL.canParse(origin)) return false;
	const [one, other] = [new URL(origin), new URL(publicUrl)];
	if (one.origin === other.origin) return true;
	const isSamePort = one.protocol === other.protocol && one.port === other.port;
	return isSamePort && isLoopbackName(one.hostname) && isLoopbackName(other.hostname);
}
