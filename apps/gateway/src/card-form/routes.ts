import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { type FrameRouteOptions, frameRoute } from "./frame.route.ts";
import { type OriginRouteOptions, originRoutes } from "./origins/origins.route.ts";
import { type SessionRouteOptions, sessionRoute } from "./session.route.ts";

export function cardFormRoutes(app: OpenAPIHono<GatewayEnv>, options: FrameRouteOptions & SessionRouteOptions): void {
	frameRoute(app, options);
	sessionRoute(app, options);
}

export function cardFormWebRoutes(webApi: OpenAPIHono<GatewayEnv>, options: OriginRouteOptions): void {
	originRoutes(webApi, options);
}
