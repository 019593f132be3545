import type { OpenAPIHono } from "@hono/zod-openapi";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { type TokenKeyRouteOptions, tokenKeyRoutes } from "./public-keys/token-keys.route.ts";
import { type SettingsRouteOptions, settingsRoutes } from "./settings/settings.route.ts";

/** The routes for a merchant's public keys and settings. */
export function merchantWebRoutes(
	webApi: OpenAPIHono<GatewayEnv>,
	options: TokenKeyRouteOptions & SettingsRouteOptions,
): void {
	tokenKeyRoutes(webApi, options);
	settingsRoutes(webApi, options);
}
