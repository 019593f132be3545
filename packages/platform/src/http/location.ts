import type { Context } from "hono";
import type { GatewayEnv } from "./gateway-env.ts";

export const locationHeader = {
	Location: { description: "The path of what was made", schema: { type: "string" as const } },
};

export function setLocation(context: Context<GatewayEnv>, path: string): void {
	const service = path.slice(0, path.indexOf("/", 1) + 1);
	// The routed path lacks the mode of the web application.
	const { pathname } = new URL(context.req.url);
	const root = pathname.slice(0, Math.max(0, pathname.indexOf(service)));
	context.header("Location", `${root}${path}`);
}
