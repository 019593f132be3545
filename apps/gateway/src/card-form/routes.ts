import type { OpenAPIHono } from "@hono/zod-openapi";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { type FrameRouteOptions, frameRoute } from "./frame.route.ts";
import { type OriginRouteOptions, originRoutes } from "./origins.route.ts";
import { type SessionRouteOptions, sessionRoute } from "./session.route.ts";

/** The hosted card form's frame and its sessions. */
export function cardFormRoutes(app: OpenAPIHono<GatewayEnv>, options: FrameRouteOptions & SessionRouteOptions): void {
	frameRoute(app, options);
	sessionRoute(app, options);
}

/** The origins on which a merchant shows its card form. */
export function cardFormWebRoutes(webApi: OpenAPIHono<GatewayEnv>, options: OriginRouteOptions): void {
	originRoutes(webApi, options);
}
