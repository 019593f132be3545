import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { type DeliveryRouteOptions, deliveryRoutes } from "./delivery/deliveries.route.ts";
import { type EndpointRouteOptions, endpointRoutes } from "./endpoints/endpoints.route.ts";
import { type EventRouteOptions, eventRoutes } from "./events.route.ts";

export function eventServiceRoutes(
	app: OpenAPIHono<GatewayEnv>,
	options: EventRouteOptions & EndpointRouteOptions & DeliveryRouteOptions,
): void {
	eventRoutes(app, options);
	endpointRoutes(app, options);
	deliveryRoutes(app, options);
}
