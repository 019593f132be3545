import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { type CardRouteOptions, cardRoutes } from "./cards/card.route.ts";
import { type CustomerRouteOptions, customerRoutes } from "./customer.route.ts";
import { type CustomerListOptions, customerListRoutes } from "./customer-list.route.ts";

type CustomerServiceOptions = CustomerRouteOptions & CustomerListOptions & CardRouteOptions;

export function customerServiceRoutes(app: OpenAPIHono<GatewayEnv>, options: CustomerServiceOptions): void {
	customerRoutes(app, options);
	customerListRoutes(app, options);
	cardRoutes(app, options);
}
