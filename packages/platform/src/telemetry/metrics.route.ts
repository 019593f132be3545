import type { OpenAPIHono } from "@hono/zod-openapi";
import type { GatewayEnv } from "../http/gateway-env.ts";
import type { Metrics } from "./metrics.ts";

export function metricsRoute(app: OpenAPIHono<GatewayEnv>, { text }: Pick<Metrics, "text">): void {
	app.get("/metrics", async (context) => {
		const acceptsOpenMetrics = context.req.header("Accept")?.includes("application/openmetrics-text");
		const { contentType, body } = await text(acceptsOpenMetrics ? "openmetrics" : "prometheus");
		return context.body(body, 200, { "Content-Type": contentType });
	});
}
