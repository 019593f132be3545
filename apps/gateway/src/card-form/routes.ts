import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { type FrameRouteOptions, frameRoute } from "./frame.route.ts";
import { type SessionRouteOptions, sessionRoute } from "./session.route.ts";

export function cardFormRoutes(app: OpenAPIHono<GatewayEnv>, options: FrameRouteOptions & SessionRouteOptions): void {
	frameRoute(app, options);
	sessionRoute(app, options);
}
