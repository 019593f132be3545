import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Database } from "../../db/database.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { problemSchema } from "../../http/problem-response.ts";
import { assertDatabaseAnswers } from "./health.store.ts";

const stateSchema = z.object({ status: z.string().openapi({ example: "ok" }) });

const healthRoute = createRoute({
	method: "get",
	path: "/healthz",
	tags: ["Operation"],
	summary: "Check that the process runs",
	responses: { 200: { description: "It does", content: { "application/json": { schema: stateSchema } } } },
});

const readyRoute = createRoute({
	method: "get",
	path: "/readyz",
	tags: ["Operation"],
	summary: "Check that the service is ready: its database is reachable and up to date",
	responses: {
		200: { description: "It can", content: { "application/json": { schema: stateSchema } } },
		503: { description: "Not ready", content: { "application/json": { schema: problemSchema } } },
	},
});

export function healthRoutes(app: OpenAPIHono<GatewayEnv>, database: Database): void {
	app.openapi(healthRoute, (context) => context.json({ status: "ok" }, 200));
	app.openapi(readyRoute, async (context) => {
		await assertDatabaseAnswers(database);
		return context.json({ status: "ready" }, 200);
	});
}
