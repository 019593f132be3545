import type { Context } from "hono";
import { accepts } from "hono/accepts";
import type { GatewayEnv } from "../http/gateway-env.ts";

/** Returns true for a browser, which prefers a page to JSON. */
export function wantsPage(context: Context<GatewayEnv>): boolean {
	context.header("Vary", "Accept");
	const supports = ["application/json", "text/html"];
	return accepts(context, { header: "Accept", supports, default: "application/json" }) === "text/html";
}
