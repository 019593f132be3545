import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { GatewayEnv } from "../http/gateway-env.ts";
import type { Metrics } from "./metrics.ts";

/** Measures every request under the pattern of its route, never under its path. */
export function observeRequests(metrics: Metrics): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const startedAt = performance.now();
		await next();
		const route = routePath(context, -1).replaceAll(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");
		const labels = {
			method: context.req.method,
			route: route.endsWith("*") ? "none" : route,
			class: `${Math.floor(context.res.status / 100)}xx`,
		};
		metrics.observe("requests", labels, performance.now() - startedAt, context.get("traceId"));
	};
}
