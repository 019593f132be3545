import type { CustomerListOptions } from "@cardseal/customers";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { changeSubscriptionRoute } from "./change/change.route.ts";
import { changePlanRoute } from "./change-plan/change-plan.route.ts";
import { previewRoute } from "./change-plan/preview.route.ts";
import { createSubscriptionRoutes } from "./create/create.route.ts";
import { type PlanRouteOptions, planRoutes } from "./plans/plan.route.ts";
import { planCustomersRoute } from "./plans/plan-customers.route.ts";
import { planListRoute } from "./plans/plan-list.route.ts";
import { type AttemptListRouteOptions, attemptListRoute } from "./renewal/attempt-list.route.ts";
import { subscriptionRoutes } from "./subscription.route.ts";
import type { SubscriptionRouteOptions } from "./subscription-schema.ts";

type SubscriptionServiceOptions = CustomerListOptions & SubscriptionRouteOptions & PlanRouteOptions;

export function subscriptionServiceRoutes(app: OpenAPIHono<GatewayEnv>, options: SubscriptionServiceOptions): void {
	planCustomersRoute(app, options);
	createSubscriptionRoutes(app, options);
	changeSubscriptionRoute(app, options);
	changePlanRoute(app, options);
	previewRoute(app, options);
	subscriptionRoutes(app, options);
	planRoutes(app, options);
	planListRoute(app, options);
}

export function subscriptionWebRoutes(webApi: OpenAPIHono<GatewayEnv>, options: AttemptListRouteOptions): void {
	attemptListRoute(webApi, options);
}
