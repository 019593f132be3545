import { Problem } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { problemSchema } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { createReadiness } from "./readiness.ts";

const stateSchema = z.object({ status: z.string().openapi({ example: "ok" }) });

const healthRoute = createRoute({
	method: "get",
	operationId: "getHealth",
	path: "/healthz",
	tags: ["Operation"],
	summary: "Check that the process runs",
	description: "Fails when the embedded database has ended and does not come back, so that the process is replaced.",
	responses: {
		200: { description: "It does", content: { "application/json": { schema: stateSchema } } },
		503: { description: "Replace the process", content: { "application/json": { schema: problemSchema } } },
	},
});

const readyRoute = createRoute({
	method: "get",
	operationId: "getReadiness",
	path: "/readyz",
	tags: ["Operation"],
	summary: "Check that the service is ready: its database is up to date and takes writes",
	description:
		"Answers within 2 seconds. Fails when the database is read-only, its disk is full, or it does not answer.",
	responses: {
		200: { description: "It can", content: { "application/json": { schema: stateSchema } } },
		503: { description: "Not ready", content: { "application/json": { schema: problemSchema } } },
	},
});

interface HealthOptions {
	database: Database;
	isDatabaseLost: () => boolean;
}

export function healthRoutes(app: OpenAPIHono<GatewayEnv>, { database, isDatabaseLost }: HealthOptions): void {
	const checkReadiness = createReadiness(database);
	app.openapi(healthRoute, (context) => {
		if (isDatabaseLost())
			throw new Problem("database_unavailable", "The embedded database has ended. Restart the gateway.");
		return context.json({ status: "ok" }, 200);
	});
	app.openapi(readyRoute, async (context) => {
		await checkReadiness();
		return context.json({ status: "ready" }, 200);
	});
}
