import { OpenAPIHono } from "@hono/zod-openapi";
import type { Logger } from "../log/log.ts";
import { Problem } from "../problem.ts";
import type { GatewayEnv } from "./gateway-env.ts";
import { answerProblems } from "./problem-response.ts";
import { requestContext } from "./request-context.ts";

/** Serves the health check until the database is ready. */
export function createStartupApp(log: Logger): OpenAPIHono<GatewayEnv> {
	const app = new OpenAPIHono<GatewayEnv>({ strict: false });
	app.use(requestContext(log));
	answerProblems(app);
	app.get("/healthz", (context) => context.json({ status: "ok" }));
	app.all("*", () => {
		throw new Problem("starting", "The service is starting. Try again in a second.", {
			headers: { "Retry-After": "1" },
		});
	});
	return app;
}
