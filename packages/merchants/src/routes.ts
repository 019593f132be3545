import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { type LogoRouteOptions, logoRoutes } from "./logo/logo.route.ts";
import { type OriginRouteOptions, originRoutes } from "./origins/origins.route.ts";
import {
	type ProcessorAccountRouteOptions,
	processorAccountRoutes,
} from "./processor-accounts/processor-accounts.route.ts";
import { type TokenKeyRouteOptions, tokenKeyRoutes } from "./public-keys/token-keys.route.ts";
import { type RequestLogRouteOptions, requestLogRoute } from "./request-log/request-log.route.ts";
import { type SettingsRouteOptions, settingsRoutes } from "./settings/settings.route.ts";

export function merchantWebRoutes(
	webApi: OpenAPIHono<GatewayEnv>,
	options: RequestLogRouteOptions &
		OriginRouteOptions &
		TokenKeyRouteOptions &
		SettingsRouteOptions &
		LogoRouteOptions &
		ProcessorAccountRouteOptions,
): void {
	requestLogRoute(webApi, options);
	originRoutes(webApi, options);
	tokenKeyRoutes(webApi, options);
	settingsRoutes(webApi, options);
	logoRoutes(webApi, options);
	processorAccountRoutes(webApi, options);
}
