import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { patternOf } from "../http/routing/route-pattern.ts";
import type { Metrics } from "./metrics.ts";

/** Uses the pattern of the route, never the path. */
export function observeRequests(metrics: Metrics): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const startedAt = performance.now();
		await next();
		const labels = {
			method: context.req.method,
			route: patternOf(routePath(context, -1)),
			class: `${Math.floor(context.res.status / 100)}xx`,
		};
		metrics.observe("requests", labels, performance.now() - startedAt, context.get("traceId"));
	};
}
