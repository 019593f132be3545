import type { OpenAPIHono } from "@hono/zod-openapi";
import { createApp } from "../../apps/gateway/src/app.ts";
import type { GatewayEnv } from "../../apps/gateway/src/http/gateway-env.ts";
import { createLog } from "../../apps/gateway/src/log.ts";

export const bareAppUrl = "http://localhost";

/** The application with its routes and nothing behind them: enough to list and describe them. */
export function createBareApp(): OpenAPIHono<GatewayEnv> {
	// Registering a route uses none of what it will work with.
	const nothing = {} as never;
	return createApp({
		database: nothing,
		payments: nothing,
		eft: nothing,
		accessTokens: nothing,
		authenticateClient: nothing,
		replaceTokenKey: nothing,
		staffDoors: nothing,
		log: createLog({ level: "silent" }),
		publicUrl: bareAppUrl,
		trustedProxies: [],
		sandbox: nothing,
		billNow: nothing,
	});
}
